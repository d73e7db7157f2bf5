/** Characters that change how the text around them is shown, and marks heaped up until they cover other lines. */
const HOSTILE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{M}{7}/u;

/** Whether the text shows something, on one line, and leaves the page around it alone. */
export function isPlainText(text: string): boolean {
  return hasSomethingToSee(text) && !HOSTILE.test(text);
}

/** The same for text of several lines. */
export function isPlainLines(text: string): boolean {
  return isPlainText(text.replaceAll(/[\n\r\t]/g, " "));
}

/** Whether there is more in it than white space and characters without a shape. */
export function hasSomethingToSee(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
