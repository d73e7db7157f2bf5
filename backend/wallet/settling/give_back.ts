import { voidedOfEach, type VoidedPart } from "../../../projections/wallet/settling.ts";
import { findUsers } from "../../../projections/accounts/users.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { derivedId } from "../../store/log/ids.ts";
import { shardLogs } from "../../store/log/shard.ts";
import type { Decided } from "./freeze.ts";
import { appendsOf, type GroupSettling, loadSettling, type Owner } from "./settling.ts";
import { decideUndone } from "./state.ts";

/** An appeal that was granted, and up to which moment (epoch ms) it undoes what was decided. */
interface Granted {
  readonly appealId: string;
  readonly through: number;
  /** A decision that was carried out only after the appeal was granted: what came back before has its own transfer. */
  readonly lateId?: string | undefined;
}

type Command = Owner & Granted & Pick<Decided, "reason">;

interface Undoing extends GroupSettling {
  /** What was voided of people who are not erased, and did not come back. */
  readonly voided: Map<string, VoidedPart[]>;
}

/** People who were not erased. */
type LivingUsers = Awaited<ReturnType<typeof findUsers>>;

const undo: CommandHandler<Command, Undoing, { units: number; changed: boolean }, LivingUsers> = {
  name: "undoDecisions",
  // What comes back to someone who is erased meanwhile becomes unclaimed by the reaction of closed accounts.
  facts: (sql, commands) => findUsers(sql, commands.map(({ userId }) => userId)),
  async load(tx, commands, scope) {
    const known = scope.facts;
    const voided: Undoing["voided"] = new Map();
    for (const [shard, list] of Map.groupBy(commands, (command) => command.shard)) {
      const found = await voidedOfEach(tx, shard, list.map(({ userId }) => userId).filter((id) => known.has(id)));
      for (const [userId, parts] of found) {
        voided.set(userId, parts.filter(({ givenBackAt }) => givenBackAt === undefined));
      }
    }
    return { ...await loadSettling(tx, scope, commands), voided };
  },
  decide(group, command) {
    const { userId, appealId, lateId } = command;
    const events = decideUndone(group.streams.of(command), {
      ...command,
      transferId: derivedId(appealId, lateId === undefined ? "undone" : `undone ${lateId}`),
      voided: group.voided.get(userId) ?? [],
    });
    group.voided.delete(userId);
    const units = events.reduce((sum, { type, data }) => sum + (type === "RewardsGivenBack" ? data.units : 0), 0);
    return { appends: appendsOf(group, command, events), result: { units, changed: events.length > 0 } };
  },
};

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
