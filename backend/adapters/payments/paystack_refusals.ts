import * as z from "zod/mini";
import { PaymentsRefused, PaymentsUnavailable, type RefusalCode } from "./types.ts";

const Refusal = z.object({
  status: z.union([z.literal(false), z.literal("false")]),
  message: z._default(z.string(), ""),
  code: z.optional(z.unknown()),
});

/**
 * What an answer that is no success means. Only a refusal that says so in its body is one: everything else (overload,
 * a proxy's page, a redirect, a broken body) leaves open what happened.
 */
export function refusalOf(httpStatus: number, body: unknown): PaymentsRefused | PaymentsUnavailable {
  if (httpStatus === 429) return new PaymentsUnavailable("rate_limited", "too many calls");
  if (httpStatus >= 300 && httpStatus < 400) return new PaymentsUnavailable("unreadable", "a redirect");
  if (httpStatus >= 500 || httpStatus === 408) return new PaymentsUnavailable("provider_error", `HTTP ${httpStatus}`);
  const read = z.safeParse(Refusal, body);
  if (!read.success) return new PaymentsUnavailable("unreadable", `HTTP ${httpStatus} without a readable body`);
  const { message, code } = read.data;
  const detail = message.slice(0, 200);
  const word = typeof code === "string" ? code.toLowerCase() : "";
  if (word === "rate_limited" || LIMITED.test(message)) return new PaymentsUnavailable("rate_limited", detail);
  return new PaymentsRefused(codeOf({ httpStatus, word, message }), detail);
}

/** A test key may look up three real accounts a day, and says so with 429 or 400. */
const LIMITED = /daily limit|too many (requests|attempts)|rate limit/i;

type Said = { httpStatus: number; word: string; message: string };

function codeOf({ httpStatus, word, message }: Said): RefusalCode {
  if (httpStatus === 401) return "invalid_key";
  const bySentence = SENTENCES.find(([sentence]) => sentence.test(message))?.[1];
  return BY_WORD.get(word) ?? bySentence ?? BY_VAGUE_WORD.get(word) ??
    (httpStatus === 403 ? "not_allowed" : "unrecognised");
}

/** `invalid_bank_code` is not here: it comes with accounts that do not resolve, whatever the bank. */
const BY_WORD = new Map<string, RefusalCode>([
  ["duplicate_reference", "duplicate_reference"],
  ["insufficient_balance", "insufficient_balance"],
  ["invalid_key", "invalid_key"],
  ["invalid_transfer_recipient", "invalid_recipient"],
  ["transaction_not_found", "not_found"],
  ["transfer_not_found", "not_found"],
]);

/** Most refusals come without a code, and some sentences exist in two spellings. The first that fits counts. */
const SENTENCES: readonly (readonly [RegExp, RefusalCode])[] = [
  [/balance is not enough to ful?fill? this request|insufficient balance/i, "insufficient_balance"],
  [/duplicate.*reference|reference.*already/i, "duplicate_reference"],
  [/invalid key/i, "invalid_key"],
  [/recipient.*(invalid|not found)|invalid.*recipient/i, "invalid_recipient"],
  [/(could not|cannot|unable to) resolve account|account number is invalid|invalid account/i, "invalid_account"],
  [/unknown bank code|invalid bank/i, "invalid_bank"],
  [/currency not supported|invalid currency/i, "invalid_currency"],
  [/invalid email|email address is required/i, "invalid_email"],
  [/fully (reversed|refunded)|already been (reversed|refunded)/i, "already_refunded"],
  [/\botp\b.*(invalid|expired|incorrect)|(invalid|expired|incorrect).*\botp\b/i, "invalid_otp"],
  [/not currently awaiting otp/i, "invalid_request"],
  [/transfer code is invalid|not found/i, "not_found"],
  [/third party payouts|not allowed|not permitted/i, "not_allowed"],
  [/invalid amount|amount (is|must|should|cannot)/i, "invalid_amount"],
  [/invalid reference|reference (is|must|should|can)/i, "invalid_reference"],
];

const BY_VAGUE_WORD = new Map<string, RefusalCode>([
  ["missing_params", "invalid_request"],
  ["invalid_params", "invalid_request"],
]);
