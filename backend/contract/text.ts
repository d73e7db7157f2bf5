/** Characters that change how the text around them is shown, and marks heaped up until they cover other lines. */
const HOSTILE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{M}{7}/u;

/** Characters without a shape or a width: they are invisible, so two different names would look the same. */
const INVISIBLE =
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]/g;

/**
 * A line of text as it is kept: composed (NFC), without invisible characters, its words apart by one space. What turns the
 * text around it stays, so that `isPlainText` refuses it.
 */
export function tidyLine(text: string): string {
  return text.replaceAll(INVISIBLE, "").normalize("NFC").replaceAll(/\p{Zs}+/gu, " ").trim();
}

/** Whether the text shows something, on one line, and leaves the page around it alone. */
export function isPlainText(text: string): boolean {
  return hasSomethingToSee(text) && !HOSTILE.test(text);
}

/** The same for text of several lines. */
export function isPlainLines(text: string): boolean {
  return isPlainText(text.replaceAll(/[\n\r\t]/g, " "));
}

/** An address of the web: with its scheme, `www` or a path, or a name with one of the ends that people know. */
const LINK =
  /[a-z][a-z+.-]{1,9}:\/\/|\bwww\.|\b[a-z0-9-]+\.[a-z]{2,}\/\S|\b[a-z0-9-]+(\.|\s?\(dot\)\s?)(com|net|org|ng|xyz|info)\b/i;

/** Whether the text holds an address that people could follow; full-width letters and dots count as their plain ones. */
export function hasLink(text: string): boolean {
  return LINK.test(text.normalize("NFKC").replaceAll(INVISIBLE, "").replaceAll("\u3002", "."));
}

/** Whether there is more in it than white space and characters without a shape. */
export function hasSomethingToSee(text: string): boolean {
  return /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
