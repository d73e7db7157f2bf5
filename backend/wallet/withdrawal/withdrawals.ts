import type { WithdrawalStatus } from "../../contract/wallet.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { type Hold, loadHolds, placeHold, postHold, voidHold } from "../../ledger/hold.ts";
import { availableAccount, FEES, PAYOUT_CLAIMS, PROVIDER, reservedAccount } from "../../ledger/chart.ts";
import { Balances, type Entry } from "../../ledger/transfer.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append, LogName } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { readStreams } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import { type WithdrawalEvent, withdrawalStream } from "./events.ts";
import { evolve, type Withdrawal } from "./state.ts";

/** Which withdrawal of whom a command is about. */
export interface About {
  readonly shard: number;
  readonly userId: string;
  readonly withdrawalId: string;
}

/** The withdrawals that a group's commands decide on, with the balances they move. */
export class Withdrawals {
  balances = new Balances();
  readonly #known = new Map<string, { state: Withdrawal | undefined; version: number }>();

  /** Reads what is missing: the streams of these withdrawals, and the money of their owners. */
  async load(
    tx: Tx,
    scope: GroupScope,
    { owners, ids = [] }: { owners: readonly Omit<About, "withdrawalId">[]; ids?: readonly About[] },
  ) {
    for (const [shard, people] of Map.groupBy(owners, (one) => one.shard)) {
      const accounts = people.flatMap(({ userId }) => [availableAccount(userId), reservedAccount(userId)]);
      this.balances = await loadBalances(tx, scope, { shard, accounts: [PROVIDER, FEES, PAYOUT_CLAIMS, ...accounts] });
    }
    await loadHolds(tx, scope, ids.map((one) => one.withdrawalId));
    const missing = ids.filter(({ withdrawalId }) => !this.#known.has(withdrawalId));
    for (const [shard, list] of Map.groupBy(missing, (one) => one.shard)) {
      const names = list.map((one) => withdrawalStream(one.withdrawalId));
      const streams = await readStreams<WithdrawalEvent>(tx, `ledger/${shard}`, names);
      for (const { withdrawalId } of list) {
        const events = streams.get(withdrawalStream(withdrawalId)) ?? [];
        const state = events.reduce<Withdrawal | undefined>(evolve, undefined);
        if (!this.#known.has(withdrawalId)) this.#known.set(withdrawalId, { state, version: events.length });
      }
    }
  }

  of(withdrawalId: string): Withdrawal | undefined {
    return this.#known.get(withdrawalId)?.state;
  }

  /** Folds what was decided and answers what to append: the facts, and the money that they move. */
  add({ shard, withdrawalId }: About, events: readonly WithdrawalEvent[]): Append[] {
    if (events.length === 0) return [];
    const log: LogName = `ledger/${shard}`;
    const { version, state } = this.#known.get(withdrawalId) ?? { version: 0, state: undefined };
    let after = state;
    const transfers: Append[] = [];
    for (const [index, event] of events.entries()) {
      const before = after;
      after = evolve(before, event);
      if (after) transfers.push(...this.#move(log, event, { before: before ?? after, version: version + index + 1 }));
    }
    this.#known.set(withdrawalId, { state: after, version: version + events.length });
    return [{ log, stream: withdrawalStream(withdrawalId), version, events }, ...transfers];
  }

  #move(log: LogName, event: WithdrawalEvent, { before, version }: { before: Withdrawal; version: number }): Append[] {
    const { userId, units } = before;
    const { withdrawalId } = event.data;
    const hold: Hold = { holdId: withdrawalId, userId, units, code: "withdrawal" };
    const transfer = (code: string, entries: readonly Entry[]) => {
      // The version tells moves apart that can come more than once; the stream has each version once.
      const transferId = derivedId(withdrawalId, `${code} ${version}`);
      return this.balances.post(log, { transferId, code, entries, detail: { withdrawalId } });
    };
    switch (event.type) {
      case "WithdrawalRequested":
        return [placeHold(this.balances, log, hold)];
      case "WithdrawalRejected":
      case "WithdrawalCancelled":
      case "PayoutFailed":
        return [voidHold(this.balances, log, hold)];
      case "PayoutCompleted":
        return [postHold(this.balances, log, { ...hold, to: paidOut(units, event.data.feeKobo) })];
      case "PayoutResolved":
        // Of what is owed the payment was booked when it was found.
        if (before.funds !== "reserved") return [];
        return event.data.outcome === "returned"
          ? [voidHold(this.balances, log, hold)]
          : [postHold(this.balances, log, { ...hold, to: paidOut(units, event.data.feeKobo) })];
      case "PayoutReversed": {
        const back = event.data.owed ? PAYOUT_CLAIMS : availableAccount(userId);
        return [transfer("withdrawal_reversed", [{ account: back, amount: units }, ...cameBack(units, event.data)])];
      }
      case "PayoutPaidLate":
        return [
          transfer("withdrawal_paid_late", [
            { account: PAYOUT_CLAIMS, amount: -units },
            ...paidOut(units, event.data.feeKobo),
          ]),
        ];
      default:
        return [];
    }
  }
}

/** The other side of an amount that left through the provider: its fee is Orin's. */
function paidOut(units: number, feeKobo: number): Entry[] {
  return [{ account: PROVIDER, amount: units + feeKobo }, { account: FEES, amount: -feeKobo }].filter(isMoved);
}

function cameBack(units: number, { feeBackKobo }: { feeBackKobo: number }): Entry[] {
  return [{ account: PROVIDER, amount: -units - feeBackKobo }, { account: FEES, amount: feeBackKobo }].filter(isMoved);
}

function isMoved({ amount }: Entry): boolean {
  return amount !== 0;
}

/** How the withdrawal stands after a command, and whether the command changed it. */
type Changed = { status: WithdrawalStatus | "unknown"; attempts: number; changed: boolean };

export function withdrawalHandler<More>(
  name: string,
  decide: (state: Withdrawal | undefined, command: About & More, now: number) => WithdrawalEvent[],
): CommandHandler<About & More, Withdrawals, Changed> {
  return {
    name,
    async load(tx, commands, scope) {
      const withdrawals = scope.share(Withdrawals);
      await withdrawals.load(tx, scope, { owners: commands, ids: commands });
      return withdrawals;
    },
    decide(withdrawals, command, { now }) {
      const events = decide(withdrawals.of(command.withdrawalId), command, now);
      const appends = withdrawals.add(command, events);
      const after = withdrawals.of(command.withdrawalId);
      return {
        appends,
        result: { status: after?.status ?? "unknown", attempts: after?.attempts ?? 0, changed: events.length > 0 },
      };
    },
  };
}
