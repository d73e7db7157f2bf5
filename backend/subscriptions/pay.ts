import {
  findPremiumPayment,
  openPremiumPayments,
  type PremiumPaymentRow,
  premiumPaymentsSince,
  premiumPaymentSum,
} from "../../projections/subscriptions/premium_payments.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { PaymentsUnavailable, type StartedCharge } from "../adapters/payments/types.ts";
import { idInReference, paymentReference } from "../contract/payment_reference.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { FEES, PREMIUM_REVENUE, PROVIDER } from "../ledger/chart.ts";
import type { Balances } from "../ledger/transfer.ts";
import { type ChargeDeps, type Payer, settleCharge, startCharge } from "../payments/charge.ts";
import {
  type ChargeDisputes,
  type ChargePlace,
  type DisputeFound,
  disputes,
  hasOpen,
  lostUnitsOf,
  openUnits,
  stepsOf,
} from "../payments/disputes/disputes.ts";
import type { Charged, Purpose } from "../payments/purpose.ts";
import type { CommandHandler, GroupScope } from "../store/log/command.ts";
import type { Append } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import type { Tx } from "../store/sql.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type PremiumPaymentEvent, type PremiumPaymentStarted, premiumPaymentStream } from "./events.ts";
import { type Person, type Subscriptions, subscriptions } from "./grant.ts";
import { decideNews, evolvePayment, movesOf, type PaymentNews, PREMIUM_CODES, type PremiumPayment } from "./state.ts";

const METADATA = { actor: "system:payments" };
/** The name in the references of payments for Premium. */
export const PREMIUM_PURPOSE = "premium";

export interface PaymentPlace {
  readonly shard: number;
  readonly reference: string;
}

interface NotePayment extends PaymentNews {
  readonly shard: number;
  readonly userId: string;
}

/** Payments for Premium, in the shards of their payers. */
export const payments = streamsOf<PaymentPlace, PremiumPayment | undefined, PremiumPaymentEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ reference }) => premiumPaymentStream(reference),
  initial: undefined,
  evolve: evolvePayment,
});

interface State {
  readonly payments: Streams<PaymentPlace, PremiumPayment | undefined, PremiumPaymentEvent>;
  readonly subscriptions: Subscriptions;
  readonly balances: Balances;
  readonly disputes: ChargeDisputes;
}

/** What the provider said about a payment: the grant and the money, in one transaction. */
export const notePremiumPayment: CommandHandler<NotePayment, State, { changed: boolean }> = {
  name: "notePremiumPayment",
  load: loadPayments,
  decide(group, command, { now }) {
    const appends = newsAppends(group, command, now);
    return { appends, result: { changed: appends.length > 0 } };
  },
};

async function loadPayments(
  tx: Tx,
  commands: readonly (PaymentPlace & Person)[],
  scope: GroupScope,
): Promise<State> {
  const shard = commands[0]?.shard ?? 0;
  return {
    balances: await loadBalances(tx, scope, { shard, accounts: [PROVIDER, FEES, PREMIUM_REVENUE] }),
    payments: await payments.load(tx, scope, commands),
    subscriptions: await subscriptions.load(tx, scope, commands),
    disputes: await disputes.load(tx, scope, commands.map(chargeOf)),
  };
}

function newsAppends({ payments, subscriptions, balances }: State, command: NotePayment, now: number): Append[] {
  const { shard, reference } = command;
  const state = { payment: payments.of(command), subscription: subscriptions.of(command) };
  const decided = decideNews(state, command, now);
  const transfers = decided.payment.flatMap((event) => movesOf(event, state.payment?.restored)).map(
    ({ word, code, entries }) => {
      const transferId = derivedId(idInReference(reference), word);
      return balances.post(`ledger/${shard}`, { transferId, code, entries, detail: { reference } });
    },
  );
  return [
    ...payments.add(command, decided.payment),
    ...subscriptions.add(command, decided.subscription),
    ...transfers,
  ];
}

function chargeOf({ shard, reference }: PaymentPlace): ChargePlace {
  return { shard, paymentId: idInReference(reference) };
}

type PremiumDispute = DisputeFound & PaymentPlace & Person & { readonly paidKobo: number };

/** The payer's bank disputes a payment: the months wait, end when it is lost, and come back whenever it is won. */
const notePremiumDispute: CommandHandler<PremiumDispute, State, { changed: boolean }> = {
  name: "notePremiumDispute",
  load: loadPayments,
  decide(group, command, { now }) {
    const { disputes } = group;
    const charge = chargeOf(command);
    const { status } = group.payments.of(command) ?? { status: "started" };
    // Of a payment that Orin has not seen arrive nothing can be taken: the look-up is made again.
    const steps = status === "started" ? [] : stepsOf(disputes.of(charge), command);
    const { reference, disputeId, userId, paidKobo, providerId, category, amountKobo } = command;
    const about = { disputeId, paymentId: charge.paymentId };
    const due = command.dueAt === undefined ? {} : { dueAt: command.dueAt };
    const tell = (news: PaymentNews["news"], kobo: number) =>
      newsAppends(group, { ...command, news, amountKobo: kobo, feesKobo: 0 }, now);
    const appends = steps.flatMap((step): Append[] => {
      const left = status === "reversed" ? 0 : paidKobo - openUnits(disputes.of(charge), disputeId);
      const units = Math.max(0, Math.min(amountKobo, left));
      if (step === "remind") return disputes.add(charge, [{ type: "DisputeReminded", data: { ...about, ...due } }]);
      if (step === "open") {
        const what = { providerId, reference, purpose: "premium", payerId: userId, amountKobo, category } as const;
        const data = { ...about, ...what, units, reservedUnits: 0, owedUnits: 0, ...due };
        return [...disputes.add(charge, [{ type: "DisputeOpened", data }]), ...tell("disputed", 0)];
      }
      if (step === "returned") {
        const back = lostUnitsOf(disputes.of(charge), disputeId);
        const isOpen = hasOpen(disputes.of(charge), disputeId);
        return [
          ...disputes.add(charge, [{ type: "DisputeLossReturned", data: { ...about, units: back } }]),
          ...back > 0 ? tell("restored", back) : [],
          ...back > 0 && isOpen ? tell("disputed", 0) : [],
        ];
      }
      const isOver = step === "won" && !hasOpen(disputes.of(charge), disputeId);
      const lostUnits = step === "lost" ? units : 0;
      const data = { ...about, outcome: step, lostUnits, releasedUnits: 0, owedUnits: 0 };
      return [
        ...disputes.add(charge, [{ type: "DisputeResolved", data }]),
        ...isOver ? tell("cleared", 0) : [],
        // What a dispute takes of the months comes back with the money, also where it had been won before.
        ...lostUnits > 0 ? [...tell("disputed", 0), ...tell("reversed", lostUnits)] : [],
      ];
    });
    return { appends, result: { changed: appends.length > 0 } };
  },
};

/** Payments for Premium. */
export const premiumCharges: Purpose = {
  name: PREMIUM_PURPOSE,
  codes: PREMIUM_CODES,
  async find(sql, reference) {
    const row = await findPremiumPayment(sql, reference);
    return row && chargedOf(row);
  },
  open: async (sql, time) => (await openPremiumPayments(sql, time)).map(({ reference }) => reference),
  since: async (sql, from) => (await premiumPaymentsSince(sql, from)).map(chargedOf),
  sum: premiumPaymentSum,
  async dispute({ store }, reference, found) {
    const row = await findPremiumPayment(store.sql, reference);
    if (!row) return;
    const { shard, userId, amountKobo: paidKobo } = row;
    const command = { shard, userId, reference, paidKobo, ...found };
    await store.execute(notePremiumDispute, command, { logs: shardLogs(shard), metadata: METADATA });
  },
  async note({ store }, reference, news) {
    const row = await findPremiumPayment(store.sql, reference);
    if (!row) return;
    const { shard, userId, amountKobo } = row;
    const command = { shard, userId, reference, amountKobo, ...news };
    await store.execute(notePremiumPayment, command, { logs: shardLogs(shard), metadata: METADATA });
  },
};

function chargedOf({ reference, amountKobo, feesKobo, status }: PremiumPaymentRow): Charged {
  return { reference, amountKobo, feesKobo, state: status === "disputed" ? "paid" : status };
}

/** Opens a checkout for a month of Premium, at today's price. Throws like `startCharge`. */
export async function startPremiumPayment(deps: ChargeDeps, payer: Payer): Promise<StartedCharge> {
  const { premiumMonthKobo: amountKobo, version } = policyAt(await readPolicies(deps.store.sql), deps.now());
  const reference = paymentReference(PREMIUM_PURPOSE, { installation: deps.installation, id: newId() });
  const event: PremiumPaymentStarted = {
    type: "PremiumPaymentStarted",
    data: { reference, userId: payer.userId, amountKobo, months: 1, policyVersion: version },
  };
  return await startCharge(deps, payer, {
    reference,
    amountKobo,
    shard: deps.shardOf(payer.userId),
    stream: premiumPaymentStream(reference),
    events: [event],
    says: { plan: "premium" },
  });
}

/** Asks the provider about a payment and acts on its answer. Throws Refusal `payment_unpaid` or `provider_unavailable`. */
export async function assertPaid(deps: ChargeDeps, { reference, status }: PremiumPaymentRow): Promise<void> {
  const outcome = status === "paid" ? "paid" : await askNow(deps, reference);
  if (outcome === "failed") throw new Refusal("payment_unpaid", "Your payment was declined");
  if (outcome !== "paid") throw new Refusal("payment_unpaid", "Your payment is not complete yet");
}

async function askNow(deps: ChargeDeps, reference: string): Promise<string | undefined> {
  try {
    return await settleCharge(deps, premiumCharges, reference);
  } catch (error) {
    if (error instanceof PaymentsUnavailable) {
      throw new Refusal("provider_unavailable", "Failed to verify payment");
    }
    throw error;
  }
}
