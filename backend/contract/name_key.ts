import { folded } from "./normalize_text.ts";

/** Letters and digits of other alphabets that look like Latin ones, in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  // Cyrillic.
  ...{ а: "a", в: "b", с: "c", ԁ: "d", е: "e", ѓ: "r", һ: "h", і: "i", ї: "i", ј: "j", к: "k", ӏ: "l", м: "m", н: "h" },
  ...{ о: "o", р: "p", ԛ: "q", г: "r", ѕ: "s", т: "t", υ: "u", ѵ: "v", ԝ: "w", х: "x", у: "y", з: "3", ь: "b" },
  // Greek.
  ...{ α: "a", β: "b", ϲ: "c", ε: "e", η: "n", ι: "i", κ: "k", μ: "u", ν: "v", ο: "o", ρ: "p", σ: "o", ς: "c", τ: "t" },
  ...{ χ: "x", ω: "w", γ: "y", ζ: "z" },
  // Armenian and others that are drawn the same.
  ...{ օ: "o", ս: "u", ո: "n", հ: "h", ց: "g", զ: "q", ɑ: "a", ɡ: "g", ɩ: "i", ʋ: "v", ᴏ: "o", ꞌ: "" },
};

/** Digits and signs in the place of letters. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "$": "s", "@": "a", "|": "l", "!": "l" },
};

/**
 * What two names share that people take for the same: without case, accents, dots below, hooks, spaces and signs, and with
 * the letters that look alike as one. Empty where nothing of it is a letter or a digit.
 */
export function nameKey(name: string): string {
  const signs = Array.from(
    name.normalize("NFKD").toLowerCase(),
    (sign) => "$@|!".includes(sign) ? WRITTEN[sign] : sign,
  );
  const plain = Array.from(folded(signs.join("")), (letter) => LOOKALIKES[letter] ?? letter).join("");
  const bare = folded(plain).replaceAll(" ", "");
  // A name of digits alone is one: 5, 1960.
  const written = /^\d+$/.test(bare) ? bare : Array.from(bare, (letter) => WRITTEN[letter] ?? letter).join("");
  // i, l and 1 are one stroke, and rn is drawn as m.
  return written.replaceAll("i", "l").replaceAll("rn", "m").replaceAll("vv", "w");
}

const SIGNS = /[,;/+&×()[\]{}]/gu;
/** Words that join the names of a line of artists. */
const JOINED = /\s+(?:,|(?:x|vs\.?|and|with|ft\.?|feat\.?|featuring|prod\.?|by|presents|starring)(?=\s))/giu;

/** Signs around a name that no reader takes for a letter of it. */
const AROUND = /^[\s!|]+|[\s!|]+$/gu;

/** The keys of the whole line and of each artist that it names; a sign behind a name makes it no other. */
export function nameKeysIn(line: string): string[] {
  const parts = [line, ...` ${line.replaceAll(SIGNS, " , ")} `.split(JOINED)];
  const keys = parts.flatMap((part) => [nameKey(part), nameKey(part.replaceAll(AROUND, ""))]);
  return [...new Set(keys.filter((key) => key !== ""))];
}

/** Words behind which a title says who else is heard on it, up to the end of the brackets. */
const FEATURED = /(?:^|[\s([{])(?:feat\.?|ft\.?|featuring)\s+([^)\]}]+)/giu;
/** A name in front of the title, as pirates write them: "Artist - Song". */
const IN_FRONT = /^\s*(\S+\s.*?)\s+[-–—|]\s+\S/u;

/** The keys of the artists whom a title credits: as featured, or in front of it, in two words at least. */
export function creditedKeysIn(title: string): string[] {
  const featured = [...title.matchAll(FEATURED)].map(([, names = ""]) => names);
  const [, inFront = ""] = IN_FRONT.exec(title) ?? [];
  return [...new Set([...featured, inFront].filter(Boolean).flatMap(nameKeysIn))];
}
