import * as z from "zod/mini";
import { checkAccount } from "./checks.ts";
import { type Bank, PaymentsUnavailable, type Recipient } from "./types.ts";
import type { Call } from "./paystack_call.ts";
import { light, Text } from "./paystack_fields.ts";
import { pagesOf } from "./paystack_pages.ts";

/** One odd bank must not take all the others away, so nothing is demanded here. */
const BankItem = z.object({
  name: light(Text),
  slug: light(Text),
  code: light(Text),
  active: light(z.boolean()),
  is_deleted: light(z.boolean()),
  supports_transfer: light(z.boolean()),
});

/** The Nigerian banks that take transfers, by name (`GET /bank`). */
export async function listBanks(call: Call): Promise<Bank[]> {
  const banks = new Map<string, Bank>();
  const query = { country: "nigeria", currency: "NGN", use_cursor: "true", perPage: "100" };
  for await (const { name, code, slug, ...flags } of pagesOf(call, { path: "/bank", query }, BankItem)) {
    const usable = flags.active && flags.is_deleted !== true && flags.supports_transfer !== false;
    if (usable && name && code && !banks.has(code)) banks.set(code, { code, name, slug: slug ?? code });
  }
  return [...banks.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}

const Resolved = z.object({ account_number: light(Text), account_name: Text });

/** Whose an account is (`GET /bank/resolve`). Throws PaymentsRefused where there is none. */
export async function resolveAccount(
  call: Call,
  account: { accountNumber: string; bankCode: string },
): Promise<{ accountName: string }> {
  checkAccount(account);
  const query = { account_number: account.accountNumber, bank_code: account.bankCode };
  const { data } = await call({ path: "/bank/resolve", query }, Resolved);
  mustBeAccount(data.account_number, account.accountNumber);
  return { accountName: data.account_name.trim() };
}

const Created = z.object({
  recipient_code: Text,
  details: z.nullish(z.object({ account_number: light(Text) })),
});

/** Names an account to pay to (`POST /transferrecipient`). The same account has the same code every time. */
export async function createRecipient(call: Call, recipient: Recipient): Promise<{ recipientCode: string }> {
  checkAccount(recipient);
  const body = {
    type: "nuban",
    name: recipient.accountName,
    account_number: recipient.accountNumber,
    bank_code: recipient.bankCode,
    currency: "NGN",
  };
  const { data } = await call({ path: "/transferrecipient", body }, Created);
  mustBeAccount(data.details?.account_number, recipient.accountNumber);
  return { recipientCode: data.recipient_code };
}

/** Money must not go to an account that was not asked for. */
function mustBeAccount(said: string | undefined, expected: string): void {
  if (said !== undefined && said !== expected) {
    throw new PaymentsUnavailable("unreadable", "the answer is about another account");
  }
}
