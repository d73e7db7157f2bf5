/** What Orin owes to people and to the tax authority, in tokens. The parts add up to `total`. */
type Owed = {
  /** What people can spend and withdraw. */
  available: number;
  /** Rewards that settle. */
  settling: number;
  /** Gifts by card that settle. */
  heldGifts: number;
  /** Withdrawals that wait for admins. */
  requested: number;
  /** Withdrawals at the payment provider. */
  underway: number;
  /** Withdrawals that a human has to judge. */
  uncertain: number;
  /** Reserved for gifts that payers' banks dispute. */
  disputed: number;
  /** What erased people left behind. */
  unclaimed: number;
  /** Tax that was withheld of royalties and is not paid to the tax authority yet. */
  withheldTax: number;
  total: number;
};

/** One line of the trial balance: an account of the books has either a debit or a credit. */
export type TrialLine = { account: string; debit: number; credit: number };

/** Revenue less what it cost, since the beginning: what is left of it is with the capital what covers more than is owed. */
type BooksResult = {
  revenue: number;
  rewards: number;
  royalties: number;
  promotion: number;
  fees: number;
  total: number;
};

/** What the provider said less what the books have there. The parts and `rest` add up to `amount`. */
type BalanceDifference = {
  amount: number;
  parts: {
    kind: "underway" | "uncertain" | "to_clear" | "since";
    amount: number;
    /** The payments by their references, at most twenty. */
    names: string[];
  }[];
  /** What nothing here explains. */
  rest: number;
};

/** `POST /api/v1/admin/books/capital`: the proposal waits for an admin on another side. */
export type CapitalAnswer = { message: string };

/** `GET /api/v1/admin/books?at=`: the books at a moment, in tokens, which are naira. */
export type BooksAnswer = {
  at: string;
  owed: Owed;
  /** Rewards that the pool has given since the beginning. */
  pool: number;
  /** What the provider kept or took, and Orin bore. */
  fees: number;
  revenue: { subscriptions: number; extraPlays: number; total: number };
  /** What people owe to Orin: gifts that went back after the artist had spent them, payouts made twice. */
  claims: { gifts: number; payouts: number; total: number };
  /** What should be at the payment provider, and what it said last up to then. */
  provider: { books: number; said: { amount: number; at: string } | null };
  /** What is at the provider for each naira owed; null where nothing is owed or the provider said nothing. */
  cover: { books: number | null; said: number | null };
  /** What the owners put in of their own. */
  capital: number;
  result: BooksResult;
  /** Why the provider said another balance than the books; null where it said nothing. */
  difference: BalanceDifference | null;
  trial: TrialLine[];
  totals: { debit: number; credit: number };
  /** The last transfer of each log that counts. */
  upTo: { log: string; position: number }[];
};

/** `GET /api/v1/admin/books/months`: the end of each month, newest first; of this one, now. In tokens. */
export type BooksMonths = { months: BooksMonth[] };

export type BooksMonth = {
  /** YYYY-MM */
  month: string;
  owed: number;
  available: number;
  settling: number;
  heldGifts: number;
  reserved: number;
  disputed: number;
  unclaimed: number;
  withheldTax: number;
  provider: number;
  pool: number;
  fees: number;
  revenue: number;
  claims: number;
  royalties: number;
  promotion: number;
  capital: number;
  /** Revenue less rewards, royalties and fees, since the beginning. */
  result: number;
  /** What disputes took in the month. */
  disputesLost: number;
};

/** `GET /api/v1/admin/books/days`: what each reconciliation found, and what became of it. Newest first. */
export type ReconciledDays = { days: ReconciledDay[] };

export type ReconciledDay = {
  day: string;
  at: string;
  /** The span that was looked at, and how many payments in it. */
  from: string;
  to: string;
  payouts: number;
  charges: number;
  /**
   * What the books booked on this day alone, so days add up: paid out without fees, received before fees and less what went
   * back. Null where a later reconciliation of the same day has it.
   */
  paid: number | null;
  received: number | null;
  differences: BooksDifference[];
};

export type BooksDifference = {
  kind: string;
  subject: string;
  ours: string;
  theirs: string;
  /** `gone`: a later reconciliation no longer found it. `settled` ends with the next reconciliation that finds it. */
  state: "open" | "explained" | "settled" | "gone";
  /** Who found, explained and settled it, oldest first. */
  handling: { at: string; by: string; text: string; note: string }[];
};
