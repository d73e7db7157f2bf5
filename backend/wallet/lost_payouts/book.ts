import { knownLostPayouts } from "../../../projections/wallet/lost_payouts.ts";
import type { Payments } from "../../adapters/payments/types.ts";
import { idInReference } from "../../contract/payment_reference.ts";
import type { Deps } from "../../deps.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, FEES, PAYOUT_CLAIMS, PROVIDER } from "../../ledger/chart.ts";
import { Balances } from "../../ledger/transfer.ts";
import { derivedId } from "../../store/log/ids.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { streamsOf } from "../../store/streams.ts";
import { type LostPayoutBooked, lostPayoutStream } from "./events.ts";
import { decideBooking, entriesOf, evolve, type LostPayout, NOT_BOOKED } from "./state.ts";

interface Place {
  readonly shard: number;
  readonly reference: string;
}

type Paid = Place & { readonly userId: string; readonly units: number; readonly feeKobo: number };

const lost = streamsOf<Place, LostPayout, LostPayoutBooked>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ reference }) => lostPayoutStream(reference),
  initial: NOT_BOOKED,
  evolve,
});

const bookLostPayout = lost.handler("bookLostPayout", {
  id: (command: Paid) => command,
  async beside(tx, commands, scope) {
    for (const [shard, list] of Map.groupBy(commands, (command) => command.shard)) {
      const people = list.map(({ userId }) => availableAccount(userId));
      await loadBalances(tx, scope, { shard, accounts: [PROVIDER, FEES, PAYOUT_CLAIMS, ...people] });
    }
    return scope.share(Balances);
  },
  decide(payout, { userId, reference, units, feeKobo }, { beside: balances }) {
    const transferId = derivedId(idInReference(reference), "payout lost");
    const paid = { reference, userId, units, feeKobo, transferId };
    return decideBooking(payout, paid, balances.of(availableAccount(userId)));
  },
  appends(events, command, { streams, beside: balances }) {
    const transfers = events.map((event) => {
      const { reference, userId, transferId } = event.data;
      const transfer = {
        transferId,
        code: "payout_lost",
        entries: entriesOf(event),
        detail: { reference, userId },
      } as const;
      return balances.post(`ledger/${command.shard}`, transfer);
    });
    return [...transfers, ...streams.add(command, events)];
  },
  result: () => undefined,
});

type BookDeps = Pick<Deps, "store" | "shardOf" | "log"> & { readonly payments: Pick<Payments, "lookUpPayout"> };

/**
 * Books a lost payout against whom it paid, as the provider has it. Idempotent, and against one person: the stream of a
 * reference says it in its own shard, and the reference among what is booked in all of them. Two people are never
 * booked at the same time, because who it is was settled before, in the log `social`. One in progress is an error: the
 * caller tries again later.
 */
export async function bookLost(
  deps: BookDeps,
  { reference, userId }: { reference: string; userId: string },
): Promise<void> {
  if ((await knownLostPayouts(deps.store.sql, [reference])).length > 0) {
    return deps.log(`The lost payout ${reference} is in the books already: nothing more is booked`);
  }
  const found = await deps.payments.lookUpPayout(reference);
  if (found.status === "pending" || found.status === "received" || found.status === "otp") {
    throw new Error(`The lost payout ${reference} is in progress`);
  }
  if (found.status !== "success") return deps.log(`The lost payout ${reference} was not paid: nothing is booked`);
  const shard = deps.shardOf(userId);
  const command = { shard, reference, userId, units: found.amountKobo, feeKobo: found.feeKobo ?? 0 };
  await deps.store.execute(bookLostPayout, command, { logs: shardLogs(shard), metadata: { actor: "system:restore" } });
}
