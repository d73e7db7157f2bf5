import { type CaseFileLeftClosed, caseStream } from "../cases/events.ts";
import type { WithdrawalStatus } from "../../contract/wallet.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, FEES, PAYOUT_CLAIMS, PROVIDER, reservedAccount } from "../../ledger/chart.ts";
import { type Hold, loadHolds, placeHold, postHold, voidHold } from "../../ledger/hold.ts";
import type { Pass } from "../../ledger/pass.ts";
import { Balances } from "../../ledger/transfer.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Append, LogName } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { readPause } from "../pause/pause.ts";
import { type WithdrawalEvent, withdrawalStream } from "./events.ts";
import { decideWhilePaused, evolve, type Move, movesOf, type Withdrawal } from "./state.ts";

/** Which withdrawal of whom a command is about. */
export interface WithdrawalRef {
  readonly shard: number;
  readonly userId: string;
  readonly withdrawalId: string;
}

const withdrawals = streamsOf<WithdrawalRef, Withdrawal | undefined, WithdrawalEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ withdrawalId }) => withdrawalStream(withdrawalId),
  initial: undefined,
  evolve,
});

/** Case files that admins left closed, kept in the transaction of the decision; what they say decides nothing. */
const cases = streamsOf<WithdrawalRef, undefined, CaseFileLeftClosed>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ withdrawalId }) => caseStream(withdrawalId),
  initial: undefined,
  evolve: () => undefined,
  read: () => Promise.resolve(() => undefined),
});

/** Loads what withdrawals of these people move. */
export async function loadMoney(
  tx: Tx,
  scope: GroupScope,
  owners: readonly Pick<WithdrawalRef, "shard" | "userId">[],
): Promise<Balances> {
  for (const [shard, people] of Map.groupBy(owners, (one) => one.shard)) {
    const accounts = people.flatMap(({ userId }) => [availableAccount(userId), reservedAccount(userId)]);
    await loadBalances(tx, scope, { shard, accounts: [PROVIDER, FEES, PAYOUT_CLAIMS, ...accounts] });
  }
  return scope.share(Balances);
}

/** The transfers of events that a withdrawal gets; a new one has no state and version 0. */
export function transfersOf(
  balances: Balances,
  { shard, withdrawalId }: WithdrawalRef,
  { events, state, version, pass }: {
    events: readonly WithdrawalEvent[];
    state: Withdrawal | undefined;
    version: number;
    /** Of the gate, for a request. */
    pass?: Pass;
  },
): Append[] {
  return events.flatMap((event) => {
    const before = state;
    state = evolve(before, event);
    version += 1;
    if (!state) return [];
    const { userId, units } = state;
    const hold: Hold = { holdId: withdrawalId, userId, units, code: "withdrawal" };
    return movesOf(event, before ?? state).map((move) =>
      post(balances, `ledger/${shard}`, { move, hold, version, pass })
    );
  });
}

function post(
  balances: Balances,
  log: LogName,
  { move, hold, version, pass }: { move: Move; hold: Hold; version: number; pass: Pass | undefined },
): Append {
  switch (move.does) {
    case "hold":
      return placeHold(balances, log, { ...hold, pass });
    case "release":
      return voidHold(balances, log, hold);
    case "pay":
      return postHold(balances, log, { ...hold, to: move.to });
    case "transfer": {
      const { code, entries } = move;
      // The version tells moves apart that can come more than once; the stream has each version once.
      const transferId = derivedId(hold.holdId, `${code} ${version}`);
      return balances.post(log, { transferId, code, entries, detail: { withdrawalId: hold.holdId } });
    }
  }
}

/** The withdrawal's state after a command, and whether the command changed it. */
export type Changed = { status: WithdrawalStatus | "unknown"; attempts: number; changed: boolean };

type Changes = readonly { readonly before: Withdrawal | undefined; readonly after: Withdrawal | undefined }[];

/** Reads what a decision needs beside the withdrawal; `decided` is what the group has changed by then. */
type ReadBeside<Command, Beside> = (
  tx: Tx,
  scope: GroupScope,
  commands: readonly Command[],
) => Promise<(command: Command, decided: Changes) => Beside>;

/** The case file that the admin decided on without having opened it. */
function leftClosedIn(
  { leftClosed: data }: WithdrawalRef & { readonly leftClosed?: CaseFileLeftClosed["data"] },
): CaseFileLeftClosed[] {
  return data ? [{ type: "CaseFileLeftClosed", data }] : [];
}

/** A command to a withdrawal. `readBeside` runs under the same lock; whether payouts are paused is read right before. */
export function withdrawalHandler<More, Beside extends object = object>(
  name: string,
  decide: (state: Withdrawal | undefined, command: WithdrawalRef & More & Beside, now: number) => WithdrawalEvent[],
  readBeside?: ReadBeside<WithdrawalRef & More, Beside>,
) {
  return withdrawals.handler(name, {
    id: (command: WithdrawalRef & More) => command,
    facts: (sql) => readPause(sql),
    async beside(tx, commands, scope) {
      const balances = await loadMoney(tx, scope, commands);
      await loadHolds(
        tx,
        scope,
        commands.map(({ shard, withdrawalId: holdId }) => ({ log: `ledger/${shard}` as const, holdId })),
      );
      const closed = await cases.load(tx, scope, commands);
      return { balances, closed, besideOf: await readBeside?.(tx, scope, commands) ?? (() => ({}) as Beside) };
    },
    decide(state, command, { facts: { paused }, beside: { besideOf }, streams, now }) {
      const decided = decide(state, { ...command, ...besideOf(command, streams.changes()) }, now);
      return paused === undefined ? decided : decideWhilePaused(decided);
    },
    appends(events, command, { streams, beside: { balances, closed } }) {
      const [state, version] = [streams.of(command), streams.version(command)];
      const transfers = transfersOf(balances, command, { events, state, version });
      return [
        ...streams.add(command, events),
        ...closed.add(command, events.length > 0 ? leftClosedIn(command) : []),
        ...transfers,
      ];
    },
    result({ after, events }): Changed {
      const { status = "unknown", attempts = 0 } = after ?? {};
      return { status, attempts, changed: events.length > 0 };
    },
  });
}
