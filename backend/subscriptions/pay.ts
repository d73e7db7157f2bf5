import { PaymentsRefused, PaymentsUnavailable } from "../adapters/payments/types.ts";
import { findPremiumPayment, openPremiumPayments, type PremiumPaymentRow } from "../../projections/premium_payments.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import { openPersonOf } from "../accounts/account/reads.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { FEES, PREMIUM_REVENUE, PROVIDER } from "../ledger/chart.ts";
import { Balances, type Transfer } from "../ledger/transfer.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Append, Metadata } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import { askCharge, isRefunded } from "../payments/charge.ts";
import { Subscriptions } from "./subscriptions.ts";
import { decideNews, type PaymentNews } from "./state.ts";
import { type PremiumPaymentStarted, premiumPaymentStream } from "./events.ts";

const ACCOUNTS = [PROVIDER, FEES, PREMIUM_REVENUE];
/** What payments need of the service. */
type PaymentDeps = Pick<Deps, "store" | "payments" | "personal" | "shardOf" | "now" | "log">;

const METADATA = { actor: "system:payments" };
const PREFIX = "premium-";
/** The payer is given so long before the service asks by itself; afterwards a payment left behind is not asked about. */
const ASK_AFTER_MS = 2 * 60_000;
const ASK_UNTIL_MS = 3 * 24 * 3_600_000;

interface NotePayment extends PaymentNews {
  readonly shard: number;
  readonly userId: string;
}

interface PaymentState {
  readonly subscriptions: Subscriptions;
  readonly balances: Balances;
}

/** What the provider said about a payment: the grant and the money, in one transaction. */
export const notePremiumPayment: CommandHandler<NotePayment, PaymentState, { changed: boolean }> = {
  name: "notePremiumPayment",
  async load(tx, commands, scope) {
    const subscriptions = scope.share(Subscriptions);
    const [balances] = await Promise.all([
      loadBalances(tx, scope, { shard: commands[0]?.shard ?? 0, accounts: ACCOUNTS }),
      subscriptions.load(tx, commands, commands.map((command) => command.reference)),
    ]);
    return { subscriptions, balances };
  },
  decide({ subscriptions, balances }, command, { now }) {
    const { shard, reference } = command;
    const decided = decideNews(subscriptions.premium(command), command, now);
    const transfers = decided.payment.flatMap(({ type }): Append[] => {
      const transfer = transferFor(type, command);
      return transfer ? [balances.post(`ledger/${shard}`, transfer)] : [];
    });
    const appends = [
      ...subscriptions.addPayment(shard, reference, decided.payment),
      ...subscriptions.add(command, decided.subscription),
      ...transfers,
    ];
    return { appends, result: { changed: appends.length > 0 } };
  },
};

function transferFor(type: string, { reference, amountKobo, feesKobo }: NotePayment): Transfer | undefined {
  const id = reference.slice(PREFIX.length);
  const detail = { reference };
  if (type === "PremiumPaid") {
    return {
      ...{ transferId: derivedId(id, "premium paid"), code: "premium", detail },
      entries: [
        { account: PROVIDER, amount: feesKobo - amountKobo },
        { account: FEES, amount: -feesKobo },
        { account: PREMIUM_REVENUE, amount: amountKobo },
      ].filter(({ amount }) => amount !== 0),
    };
  }
  if (type !== "PremiumReversed") return undefined;
  // The provider keeps its fee.
  const entries = [{ account: PROVIDER, amount: amountKobo }, { account: PREMIUM_REVENUE, amount: -amountKobo }];
  return { transferId: derivedId(id, "premium reversed"), code: "premium_reversed", detail, entries };
}

/**
 * Opens a checkout for a month of Premium. Price, email and plan are the service's; the intent is stored before the
 * provider is called, under a reference of its own for each attempt.
 */
export async function startPremiumPayment(
  deps: PaymentDeps,
  { userId, callbackUrl, metadata }: { userId: string; callbackUrl: string; metadata: Metadata },
) {
  const person = await openPersonOf(deps, userId);
  if (!person?.email) throw new Refusal("invalid_request", "Email is required for payment");
  const policy = policyAt(await readPolicies(deps.store.sql), deps.now());
  const reference = `${PREFIX}${newId()}`;
  const amountKobo = policy.premiumMonthKobo;
  const event: PremiumPaymentStarted = {
    type: "PremiumPaymentStarted",
    data: { reference, userId, amountKobo, months: 1, policyVersion: policy.version },
  };
  const stream = premiumPaymentStream(reference);
  const log = `ledger/${deps.shardOf(userId)}` as const;
  await deps.store.appendToStream(log, stream, [event], { expectedStreamVersion: "no_stream", metadata });
  try {
    const charge = { reference, email: person.email, amountKobo, callbackUrl, cancelUrl: callbackUrl };
    return await deps.payments.startCharge({ ...charge, metadata: { plan: "premium" } });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
    deps.log(`Checkout ${reference} cannot be opened`, error);
    throw new Refusal("provider_unavailable", "Failed to initialize payment");
  }
}

type Settled = PremiumPaymentRow & { readonly outcome: string };

/**
 * Asks the provider about a payment and does what follows, for its owner, whoever asks. Undefined where there is no such
 * payment. May be called at any time and by several at once.
 */
export async function settlePremiumPayment(deps: PaymentDeps, reference: string): Promise<Settled | undefined> {
  const row = await findPremiumPayment(deps.store.sql, reference);
  if (!row) return undefined;
  const { outcome, amountKobo, feesKobo } = await askCharge(deps.payments, reference, row.amountKobo);
  if (outcome === "paid" || outcome === "reversed") {
    await note(deps, row, { news: outcome, amountKobo: row.amountKobo, feesKobo: outcome === "paid" ? feesKobo : 0 });
  }
  if (outcome === "other") deps.log(`Payment ${reference} needs a human: ${amountKobo} kobo of ${row.amountKobo}`);
  return { ...row, outcome };
}

/** A dispute or a refund is told of: what it means is asked. */
export async function reviewPremiumPayment(
  deps: PaymentDeps,
  reference: string,
  told: "open" | "resolved" | "refund",
): Promise<void> {
  const row = await findPremiumPayment(deps.store.sql, reference);
  if (!row) return;
  const sums = { amountKobo: row.amountKobo, feesKobo: 0 };
  const { outcome } = await askCharge(deps.payments, reference, row.amountKobo);
  if (outcome === "paid" && told !== "refund") {
    // A payment can be disputed before the service has heard that it was made.
    await settlePremiumPayment(deps, reference);
    await note(deps, row, { ...sums, news: told === "open" ? "disputed" : "cleared" });
  }
  const isBack = outcome === "reversed" ||
    (told === "refund" && await isRefunded(deps.payments, reference, row.amountKobo));
  if (isBack) await note(deps, row, { ...sums, news: "reversed" });
}

/** Asks about payments whose payer did not come back. */
export async function sweepPremiumPayments(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.now();
  const open = await openPremiumPayments(deps.store.sql, { from: now - ASK_UNTIL_MS, to: now - ASK_AFTER_MS });
  for (const { reference } of open) {
    if (signal?.aborted) return;
    try {
      await settlePremiumPayment(deps, reference);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) deps.log(`Payment ${reference} cannot be settled`, error);
    }
  }
}

async function note(deps: PaymentDeps, row: PremiumPaymentRow, news: Omit<PaymentNews, "reference">): Promise<void> {
  const { shard, userId, reference } = row;
  const command = { shard, userId, reference, ...news };
  await deps.store.execute(notePremiumPayment, command, { logs: shardLogs(shard), metadata: METADATA });
}
