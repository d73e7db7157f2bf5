import { folded } from "./fold.ts";

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

/** The keys of the whole line and of each artist that it names. */
export function nameKeysIn(line: string): string[] {
  const parts = [line, ...` ${line.replaceAll(SIGNS, " , ")} `.split(JOINED)];
  return [...new Set(parts.map(nameKey).filter((key) => key !== ""))];
}
