/** What the sandbox keeps. Times are epoch ms, amounts kobo. */
export type Kinds = {
  charge: ChargeRecord;
  refund: RefundRecord;
  dispute: DisputeRecord;
  recipient: RecipientRecord;
  owner: OwnerRecord;
  customer: CustomerRecord;
  transfer: TransferRecord;
  entry: EntryRecord;
  delivery: DeliveryRecord;
};
export type Kind = keyof Kinds;

export type Kept = {
  id: number;
  /** What is unique among records of a kind, a reference for example. */
  key: string | null;
  at: number;
  /** When something happens to the record by itself. */
  due: number | null;
};

export type ChargeRecord = Kept & {
  status: string;
  requested: number;
  /** What the payer paid, with the fee where the payer bears it. */
  amount: number;
  fees: number | null;
  refunded: number;
  email: string;
  metadata: unknown;
  callbackUrl: string | null;
  channel: string | null;
  paidAt: number | null;
  gatewayResponse: string;
};

export type RefundRecord = Kept & {
  chargeId: number;
  amount: number;
  status: string;
  /** The status that comes when it is due. */
  next: string | null;
  merchantNote: string | null;
  customerNote: string | null;
  updatedAt: number;
};

export type DisputeRecord = Kept & {
  chargeId: number;
  amount: number;
  status: string;
  resolution: string | null;
  dueAt: number;
  resolvedAt: number | null;
  /** Whether the amount is out of the balance until it is decided. */
  held: boolean;
  /** What the last decision gave the payer; missing from older records. */
  taken?: number;
};

export type RecipientRecord = Kept & { name: string; accountNumber: string; bankCode: string };

/** Whose an account is, where that does not follow from its number. */
type OwnerRecord = Kept & { name: string };

export type CustomerRecord = Kept & {
  email: string;
  firstName: string;
  lastName: string;
  identified: boolean;
  /** The check under way, or the last one: masked, as the provider shows it. */
  identification: Identification | null;
};

type Identification = {
  country: string;
  type: string;
  bvn: string;
  account_number: string;
  bank_code: string;
  /** Why it fails, once it is due; null where it succeeds. */
  reason: string | null;
};

export type TransferRecord = Kept & {
  recipientId: number;
  amount: number;
  fee: number;
  reason: string | null;
  status: string;
  next: string | null;
  /** Whether amount and fee are out of the balance. */
  taken: boolean;
  updatedAt: number;
};

export type EntryRecord = Kept & {
  difference: number;
  balance: number;
  reason: string;
  model: "Transfer" | "Transaction" | "Refund" | "Topup";
  row: number;
};

export type DeliveryRecord = Kept & {
  event: string;
  /** The very text that is signed and sent. */
  body: string;
  /** What each attempt met: an HTTP status, or why there was none. */
  attempts: string[];
  state: "waiting" | "held" | "sending" | "delivered" | "given up" | "lost";
};
