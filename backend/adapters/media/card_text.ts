/** As many letters as a card may be asked to draw, before it looks for the size that fits. */
const MOST_LETTERS = 160;
/** Marks over one letter: tone and dot are two. */
const MOST_MARKS = 3;

// deno-lint-ignore no-control-regex -- these are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/g;

/**
 * A text as a card can show it: one line, no characters that turn or hide others, no towers of marks, and no more letters
 * than can be seen.
 */
export function drawable(text: string): string {
  const plain = text.toWellFormed().replace(CONTROLS, " ").replace(/\s+/g, " ").trim()
    .replace(new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu"), "$1");
  const letters = lettersOf(plain);
  return letters.length <= MOST_LETTERS ? plain : shortened(plain, MOST_LETTERS);
}

/** The text with at most so many letters, the last of them "…", cut between words where one is near. */
export function shortened(text: string, most: number): string {
  const cut = lettersOf(text).slice(0, Math.max(1, most - 1)).join("");
  const words = cut.replace(/\s+\S*$/u, "");
  return `${(words.length > cut.length * 0.7 ? words : cut).trimEnd()}…`;
}

/** As Pango's markup takes it: https://docs.gtk.org/Pango/pango_markup.html */
export function markup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** How many letters a text has, each with its marks. */
export function countLetters(text: string): number {
  return lettersOf(text).length;
}

function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
}
