const FIRST = ["ADAEZE", "BABATUNDE", "CHIDINMA", "DAMILOLA", "EMEKA", "FOLAKE", "GARBA", "HAUWA", "IFEOMA", "JIDE"];
const MIDDLE = ["AISHA", "BLESSING", "CHUKWUDI", "DAVID", "ESTHER", "FEMI", "GRACE", "HASSAN", "IBRAHIM", "JOY"];
const LAST = ["ADEYEMI", "BELLO", "CHUKWU", "DANJUMA", "EZE", "FASHOLA", "GOMINA", "HASSAN", "IGWE", "JAJA"];

/** The owner of an account: always the same for a number, none for numbers that end in 000. */
export function accountNameOf(accountNumber: string, bankCode: string): string | undefined {
  if (!/^\d{10}$/.test(accountNumber)) return undefined;
  if (bankCode === "001") return `TEST ACCOUNT ${accountNumber}`;
  if (accountNumber.endsWith("000")) return undefined;
  const [first, middle, last] = accountNumber.slice(-3).split("").map(Number);
  return `${LAST[last ?? 0]} ${FIRST[first ?? 0]} ${MIDDLE[middle ?? 0]}`;
}
