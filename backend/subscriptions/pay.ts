import {
  findPremiumPayment,
  openPremiumPayments,
  type PremiumPaymentRow,
  premiumPaymentsSince,
  premiumPaymentSum,
} from "../../projections/premium_payments.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import type { StartedCharge } from "../adapters/payments/types.ts";
import { paymentReference } from "../contract/payment_reference.ts";
import { newId } from "../contract/ids.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { FEES, PREMIUM_REVENUE, PROVIDER } from "../ledger/chart.ts";
import type { Balances } from "../ledger/transfer.ts";
import { type ChargeDeps, type Payer, startCharge } from "../payments/charge.ts";
import type { Charged, Purpose } from "../payments/purpose.ts";
import type { CommandHandler } from "../store/log/command.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type PremiumPaymentEvent, type PremiumPaymentStarted, premiumPaymentStream } from "./events.ts";
import { type Subscriptions, subscriptions } from "./grant.ts";
import { decideNews, evolvePayment, movesOf, type PaymentNews, PREMIUM_CODES, type PremiumPayment } from "./state.ts";

const METADATA = { actor: "system:payments" };
const NAME = "premium";
const UUID_LENGTH = 36;

interface NotePayment extends PaymentNews {
  readonly shard: number;
  readonly userId: string;
}

const payments = streamsOf<NotePayment, PremiumPayment | undefined, PremiumPaymentEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ reference }) => premiumPaymentStream(reference),
  initial: undefined,
  evolve: evolvePayment,
});

interface State {
  readonly payments: Streams<NotePayment, PremiumPayment | undefined, PremiumPaymentEvent>;
  readonly subscriptions: Subscriptions;
  readonly balances: Balances;
}

/** What the provider said about a payment: the grant and the money, in one transaction. */
export const notePremiumPayment: CommandHandler<NotePayment, State, { changed: boolean }> = {
  name: "notePremiumPayment",
  async load(tx, commands, scope) {
    const shard = commands[0]?.shard ?? 0;
    return {
      balances: await loadBalances(tx, scope, { shard, accounts: [PROVIDER, FEES, PREMIUM_REVENUE] }),
      payments: await payments.load(tx, scope, commands),
      subscriptions: await subscriptions.load(tx, scope, commands),
    };
  },
  decide({ payments, subscriptions, balances }, command, { now }) {
    const { shard, reference } = command;
    const state = { payment: payments.of(command), subscription: subscriptions.of(command) };
    const decided = decideNews(state, command, now);
    const transfers = decided.payment.flatMap(movesOf).map(({ word, code, entries }) => {
      const transferId = derivedId(reference.slice(-UUID_LENGTH), word);
      return balances.post(`ledger/${shard}`, { transferId, code, entries, detail: { reference } });
    });
    const appends = [
      ...payments.add(command, decided.payment),
      ...subscriptions.add(command, decided.subscription),
      ...transfers,
    ];
    return { appends, result: { changed: appends.length > 0 } };
  },
};

/** Payments for Premium. */
export const premiumCharges: Purpose = {
  name: NAME,
  codes: PREMIUM_CODES,
  async find(sql, reference) {
    const row = await findPremiumPayment(sql, reference);
    return row && chargedOf(row);
  },
  open: async (sql, time) => (await openPremiumPayments(sql, time)).map(({ reference }) => reference),
  since: async (sql, from) => (await premiumPaymentsSince(sql, from)).map(chargedOf),
  sum: premiumPaymentSum,
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
  const reference = paymentReference(NAME, { installation: deps.installation, id: newId() });
  const event: PremiumPaymentStarted = {
    type: "PremiumPaymentStarted",
    data: { reference, userId: payer.userId, amountKobo, months: 1, policyVersion: version },
  };
  return await startCharge(deps, payer, {
    reference,
    amountKobo,
    stream: premiumPaymentStream(reference),
    event,
    says: { plan: "premium" },
  });
}
