/** Whether a bank account's owner and a person have at least two names in common, and no name that contradicts. */
export function namesAgree(accountName: string, ownName: string): boolean {
  const [account, own] = [spellings(accountName), spellings(ownName)];
  return account.some((one) => own.some((other) => areOnePerson(one, other)));
}

/** Names that both have, of those that the shorter list holds; an initial agrees with a name that begins so. */
function areOnePerson(one: readonly string[], other: readonly string[]): boolean {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  const left = [...more];
  let whole = 0;
  // Whole names take their partner first: an initial must not take it from them.
  for (const name of fewer.toSorted((a, b) => b.length - a.length)) {
    const exact = left.indexOf(name);
    if (exact >= 0 && name.length > 1) whole++;
    const at = exact >= 0 ? exact : left.findIndex((candidate) => isInitialOf(name, candidate));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return whole >= 2;
}

function isInitialOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length === 1 && long.startsWith(short);
}

/** More words than a name has: no list of spellings may grow without end. */
const MOST_WORDS = 7;

/** The words of a name, and the same with neighbours written as one: banks write Ade-Olu as ADE OLU or ADEOLU. */
function spellings(name: string): string[][] {
  const words = nameWords(name).slice(0, MOST_WORDS);
  const joins = Math.max(0, words.length - 1);
  return Array.from({ length: 2 ** joins }, (_, pattern) =>
    words.reduce<string[]>((list, word, index) => {
      const isJoined = index > 0 && (pattern & (1 << (index - 1))) !== 0;
      return isJoined ? [...list.slice(0, -1), `${list.at(-1)}${word}`] : [...list, word];
    }, []));
}

const TITLES = new Set([
  "mr",
  "mrs",
  "miss",
  "ms",
  "dr",
  "chief",
  "alhaji",
  "alhaja",
  "prof",
  "engr",
  "barr",
  "pastor",
]);

/** Banks write names in capitals, without accents and tone marks, and with titles. */
function nameWords(name: string): string[] {
  const plain = name.normalize("NFD").replace(/\p{M}|['’ʼ‘`]/gu, "").toLowerCase();
  const latin = plain.replace(/[ɓɗƙƴ]/g, (letter) => HAUSA[letter] ?? letter);
  return (latin.match(/\p{L}+/gu) ?? []).filter((word) => !TITLES.has(word));
}

const HAUSA: Readonly<Record<string, string>> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };
