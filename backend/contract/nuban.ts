const WEIGHTS = [3, 7, 3];

/**
 * Whether an account number's check digit fits the bank, by the central bank's rule for NUBANs: weights 3, 7, 3 over
 * bank code and serial number. A hint and no more: wallets use phone numbers, and some real accounts do not fit.
 */
export function nubanFits(bankCode: string, accountNumber: string): boolean {
  if (!/^\d{10}$/.test(accountNumber) || !/^\d+$/.test(bankCode)) return false;
  const institution = bankCode.length === 5 ? `9${bankCode}` : bankCode;
  const sum = [...institution + accountNumber.slice(0, 9)]
    .reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0);
  return (10 - sum % 10) % 10 === Number(accountNumber[9]);
}
