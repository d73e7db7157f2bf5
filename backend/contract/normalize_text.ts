/** Letters of the country's languages that are no letter with a mark on it. */
const HOOKED: Readonly<Record<string, string>> = {
  ...{ ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y", ɛ: "e", ɔ: "o", ŋ: "n", ǝ: "e", ə: "e" },
  ...{ ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i", "’": "'", ʼ: "'" },
};

/**
 * Text as search sees it: lower case without tone marks, dots below and hooks, words apart by one space. "Ọjọ́ Ìbí" and
 * "ojo ibi" are the same.
 */
export function folded(text: string): string {
  const bare = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const plain = Array.from(bare, (letter) => HOOKED[letter] ?? letter).join("");
  return plain.replaceAll("'", "").replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}
