import { folded } from "@contract/normalize_text.ts";

/** What a column's name says that it holds. */
export type Named = "playlist" | "album" | "other" | "artist" | "title" | "name";

/** What a column's cells are: `track` is the address of a song, `ms` a number that can only be a length. */
export type Held =
  | "track"
  | "isrc"
  | "clock"
  | "ms"
  | "address"
  | "date"
  | "number"
  | "flag"
  | "personal"
  | "empty"
  | "text";

/**
 * Beginnings of words in the languages that exports are written in, in the order in which a name is tried: an "Album
 * artist" is no artist, and a name is a title only where nothing else is.
 */
const WORDS: readonly (readonly [Named, string])[] = [
  [
    "playlist",
    "playlist|list name|name of list|lista de|liste de|spielliste|afspeellijst|spellista|плейлист|プレイリスト|歌单|歌單|재생목록|قائمة",
  ],
  ["album", "album|albüm|álbum|disco|disque|άλμπουμ|альбом|アルバム|专辑|專輯|앨범|ألبوم|אלבום|อัลบั้ม"],
  [
    "other",
    "composer|compositor|compositeur|komponist|writer|songwriter|author|producer|genre|gener|género|label|copyright|comment|" +
    "email|e mail|note|mood|added|añadid|ajout|hinzugef|adicionad|agregad|aggiunt|toegevoegd|tillagd|ekle|dodan|date|fecha|datum|" +
    "uri|url|link|id|isrc|file|datei|fichier|archivo|path|location|type|kind|key|first name|last name|user|作曲|作詞|作词|添加|追加|أضيف|προστέθηκε|добавлен",
  ],
  [
    "artist",
    "artis|künstler|artiest|interpret|interprète|intérprete|sanatçı|wykonawc|performer|singer|band|musician|cantante|cantor|chanteur|" +
    "creator|zpěvák|előadó|esittäjä|kunstner|umetnik|izvođač|nghệ sĩ|ca sĩ|penyanyi|msanii|mwimbaji|olórin|mawaƙ|" +
    "καλλιτέχν|исполнител|артист|アーティスト|歌手|艺人|藝人|艺术家|藝術家|演唱|아티스트|가수|فنان|مطرب|אמן|ศิลปิน|कलाकार",
  ],
  [
    "title",
    "title|titel|cím|tên bài|titre|título|titolo|tytuł|track|song|canción|canção|música|chanson|canzone|brano|morceau|faixa|pista|piste|traccia|" +
    "lied|låt|sang|kappale|biisi|utwór|piosenk|skladb|píseň|szám|şarkı|parça|nummer|bài hát|lagu|judul|wimbo|orin|waƙa|egwu|abụ|" +
    "κομμάτι|τραγούδι|τίτλος|трек|песня|композиция|название|曲|歌|トラック|タイトル|标题|標題|제목|곡|노래|أغنية|الأغنية|عنوان|שיר|เพลง|गाना",
  ],
  ["name", "name|nombre|nome|nom|naam|namn|navn|nimi|nazwa|název|adı|isim|имя|имена|όνομα|名|이름|اسم"],
];
const WHOLE = new Set(
  WORDS.flatMap(([named, words]) => named === "artist" || named === "title" ? words.split("|").map(folded) : []),
);
const NAMED = WORDS.map(([named, words]) => [named, startsOf(words)] as const);
const LENGTHS = startsOf(
  "duration|durat|duración|duração|durée|durata|dauer|duur|länge|längd|lengte|length|time|süre|czas|délka|kesto|varighed|" +
    "duree|track duration|parça süre|nummerduur|låtlängd|διάρκεια|длительность|продолжительность|時間|长度|时长|時長|長さ|길이|مدة",
);

/** In Latin and such letters a word begins with it, in scripts that run words together it is anywhere. */
function startsOf(words: string): RegExp {
  const stems = words.split("|").map(folded);
  const isApart = (stem: string) => /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(stem);
  const [apart, inside] = [stems.filter(isApart), stems.filter((stem) => !isApart(stem))];
  return new RegExp(`(?:^| )(?:${apart.join("|")})|${inside.join("|")}`);
}

/** Undefined for words of no known language. */
export function namedBy(cell: string): Named | undefined {
  const name = folded(cell.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/['’]/g, " "));
  return cell.length > 60 ? undefined : NAMED.find(([, words]) => words.test(name))?.[0];
}

/** Whether a cell is such a word alone: in a first row, the name of a column and no song. */
export function isColumnName(cell: string): boolean {
  return WHOLE.has(folded(cell));
}

/** Whether a column's name says that it holds lengths. */
export function namesLength(cell: string): boolean {
  return LENGTHS.test(folded(cell));
}

/** Whether a column's name says a number of a song, not its name. */
export function namesNumber(cell: string): boolean {
  return /(?:^|[\s_-])(?:no|nr|num\p{L}*|#|n[°º]|count|bpm)(?:[\s._-]|$)|number|番号|编号|رقم|αριθμ|номер/iu.test(cell);
}

/** Whether a column's name says milliseconds. */
export function namesMs(cell: string): boolean {
  return /\bms\b|milli|ミリ秒|毫秒|мс|миллисек|ملل/i.test(cell);
}

const CELLS: readonly (readonly [Held, RegExp])[] = [
  [
    "track",
    /^spotify:(?:track|local):|^https?:\/\/open\.spotify\.com\/(?:intl-\w+\/)?track\/|^https?:\/\/(?:www\.)?deezer\.com\/(?:\w+\/)?track\//,
  ],
  ["address", /^(?:spotify:|[a-z]+:\/\/|www\.|[0-9A-Za-z]{22}$)/],
  ["isrc", /^[A-Z]{2}-?[A-Z0-9]{3}-?\d{2}-?\d{5}$/],
  ["clock", /^(?:\d{1,2}:)?\d{1,3}:\d{2}$/],
  ["date", /^\d{1,2} \p{L}{3,9}\.? \d{4}(?:[ ,].*)?$/u],
  ["date", /^\d{4}-\d{2}(?:-\d{2})?(?:[T ].*)?$|^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ ,].*)?$/],
  ["number", /^[-+]?\d+(?:[.,]\d+)*(?:e-?\d+)?%?$/i],
  ["personal", /^\S+@\S+\.\w+$|^[-+(]?\s*[₦$€£]|^\+\d[\d ()-]{7,}$/],
  ["flag", /^(?:true|false|yes|no|ja|nein|oui|non|sí|si|não|sim)$/i],
];
/** Lengths of songs, between which no other numbers of a song lie. */
const [SHORTEST_MS, LONGEST_MS] = [20_000, 3_600_000];
const MOST_ALIKE = 0.8;

/** What most cells of a column are. */
export function heldBy(cells: readonly string[]): Held {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (filled.length === 0) return "empty";
  const held = CELLS.find(([, pattern]) =>
    filled.filter((cell) => pattern.test(cell)).length >= filled.length * MOST_ALIKE
  );
  const isMs = held?.[0] === "number" &&
    filled.every((cell) => Number(cell) >= SHORTEST_MS && Number(cell) <= LONGEST_MS);
  return isMs ? "ms" : held?.[0] ?? "text";
}
