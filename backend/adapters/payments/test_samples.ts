import type { Canned } from "./test_answers.ts";

export const REFERENCE = "orin-0190a1b2c3d4";
/** A success. */
export function ok(data: unknown, meta?: unknown): Canned {
  return { body: { status: true, message: "m", data, meta } };
}

/** A refusal. */
export function no(status: number, message: string, more: object = {}): Canned {
  return { status, body: { status: false, message, ...more } };
}

/** The documented form of a verified charge: the payer bore the fee, and the metadata is an empty text. */
export const VERIFIED = {
  id: 4099260516,
  domain: "test",
  status: "success",
  reference: REFERENCE,
  receipt_number: null,
  amount: 40333,
  message: null,
  gateway_response: "Successful",
  paid_at: "2024-08-22T09:15:02.000Z",
  created_at: "2024-08-22T09:14:24.000Z",
  channel: "card",
  currency: "NGN",
  metadata: "",
  log: null,
  fees: 10283,
  fees_split: null,
  authorization: {},
  customer: { id: 1, email: "ada@orin.example", metadata: null },
  plan: null,
  requested_amount: 30050,
  subaccount: {},
};

/** The documented form of a new transfer (the recipient is a number) and of a verified one (an object). */
export const STARTED = {
  transfersessionid: [],
  transfertrials: [],
  domain: "test",
  amount: 100000,
  currency: "NGN",
  reference: REFERENCE,
  source: "balance",
  source_details: null,
  reason: "r",
  status: "success",
  failures: null,
  transfer_code: "TRF_one",
  titan_code: null,
  transferred_at: null,
  id: 860703114,
  integration: 463433,
  request: 1068439313,
  recipient: 56824902,
  createdAt: "2025-08-04T10:32:40.000Z",
  updatedAt: "2025-08-04T10:32:40.000Z",
};
export const LOOKED_UP = {
  ...STARTED,
  recipient: { recipient_code: "RCP_one", details: { account_number: "9876543210", account_name: null } },
  session: { provider: null, id: null },
  fee_charged: 1000,
  fees_breakdown: null,
  gateway_response: null,
};
