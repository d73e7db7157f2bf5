import { voidedOfEach, type VoidedPart } from "../../../projections/wallet/settling.ts";
import { findUsers } from "../../../projections/accounts/users.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import { shardLogs } from "../../store/log/shard.ts";
import type { Decided } from "./freeze.ts";
import { appendsOf, loadSettling, type Owner, settlings } from "./settling.ts";
import { decideUndone } from "./state.ts";

/** An appeal that was granted, and up to which moment (epoch ms) it undoes what was decided. */
interface Granted {
  readonly appealId: string;
  readonly through: number;
  /** A decision that was carried out only after the appeal was granted: what came back before has its own transfer. */
  readonly lateId?: string | undefined;
}

type Command = Owner & Granted & Pick<Decided, "reason">;

const undo = settlings.handler("undoDecisions", {
  id: (command: Command) => command,
  // What comes back to someone who is erased meanwhile becomes unclaimed by the reaction of closed accounts.
  facts: (sql, commands) => findUsers(sql, commands.map(({ userId }) => userId)),
  async beside(tx, commands, scope) {
    const known = scope.facts;
    // Of people who are not erased, and did not come back.
    const voided = new Map<string, VoidedPart[]>();
    for (const [shard, list] of Map.groupBy(commands, (command) => command.shard)) {
      const found = await voidedOfEach(tx, shard, list.map(({ userId }) => userId).filter((id) => known.has(id)));
      for (const [userId, parts] of found) {
        voided.set(userId, parts.filter(({ givenBackAt }) => givenBackAt === undefined));
      }
    }
    return { settling: await loadSettling(tx, scope, commands), voided };
  },
  decide(state, command, { beside: { voided } }) {
    const { userId, appealId, lateId } = command;
    const transferId = derivedId(appealId, lateId === undefined ? "undone" : `undone ${lateId}`);
    return decideUndone(state, { ...command, transferId, voided: voided.get(userId) ?? [] });
  },
  appends(events, command, { beside: { settling, voided } }) {
    voided.delete(command.userId);
    return appendsOf(settling, command, events);
  },
  result({ events }) {
    const units = events.reduce((sum, { type, data }) => sum + (type === "RewardsGivenBack" ? data.units : 0), 0);
    return { units, changed: events.length > 0 };
  },
});

/**
 * Gives back what was voided and lets the rest settle, exactly once: a second run finds nothing. Nothing comes back to
 * people who were erased.
 */
export async function undoDecisions(
  deps: Pick<Deps, "store" | "shardOf">,
  { userId, reason, by, ...granted }: Decided & Granted,
): Promise<{ units: number; changed: boolean }> {
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata: { actor: by } };
  return (await deps.store.execute(undo, { shard, userId, reason, ...granted }, options)).result;
}
