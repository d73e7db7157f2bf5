/** Whether an account's owner can be the person: every word of the shorter name stands in the longer, in any order. */
export function isSamePerson(accountName: string, person: { firstName: string; lastName: string }): boolean {
  const [account, own] = [wordsOf(accountName), wordsOf(`${person.firstName} ${person.lastName}`)];
  const [fewer, more] = account.size < own.size ? [account, own] : [own, account];
  return fewer.size > 0 && [...fewer].every((word) => more.has(word));
}

/** Banks write names in capitals and without accents. */
function wordsOf(name: string): Set<string> {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return new Set(plain.match(/\p{L}+/gu) ?? []);
}
