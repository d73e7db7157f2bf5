/** A code such as `amount_differs` within a sentence: "amount differs". */
export function codeInSentence(code: string): string {
  return code.replaceAll("_", " ");
}

/** A code such as `amount_differs` by itself: "Amount differs". */
export function codeWords(code: string): string {
  const words = codeInSentence(code);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
