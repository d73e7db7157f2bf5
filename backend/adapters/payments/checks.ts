import { PaymentsRefused } from "./types.ts";

/** The one alphabet that is right for charges and payouts alike. */
const REFERENCE = /^[a-z0-9-]{16,50}$/;

/** Refuses what the provider would refuse or, worse, read in its own way, before anything is sent. */
export function checkReference(reference: string): void {
  if (!REFERENCE.test(reference)) {
    throw new PaymentsRefused("invalid_reference", `"${reference}": 16 to 50 lower-case letters, digits and -`);
  }
}

/** Throws `invalid_amount` unless it is whole kobo above nothing: before the provider is asked. */
export function checkAmount(amountKobo: number): void {
  if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0) {
    throw new PaymentsRefused("invalid_amount", `${amountKobo}: whole kobo above nothing`);
  }
}

/** Throws `invalid_account` unless the number is a NUBAN of ten digits, `invalid_bank` where the code is none. */
export function checkAccount({ accountNumber, bankCode }: { accountNumber: string; bankCode: string }): void {
  if (!/^\d{10}$/.test(accountNumber)) throw new PaymentsRefused("invalid_account", "ten digits");
  if (!/^[0-9A-Za-z]{3,10}$/.test(bankCode)) throw new PaymentsRefused("invalid_bank", `"${bankCode}"`);
}

/** Throws `invalid_request` unless it is an http or https address. */
export function checkWebAddress(address: string): void {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new PaymentsRefused("invalid_request", `"${address}": an http address`);
  }
}
