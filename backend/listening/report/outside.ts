import { levelsOf } from "../../../projections/trust/levels.ts";
import { readPolicies } from "../../../projections/admin/policies.ts";
import { trackMeasures } from "../../../projections/catalogue/tracks.ts";
import { findReporters, type Reporting } from "../../../projections/accounts/users.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { TrustLevel } from "../../contract/trust.ts";
import type { Sql } from "../../store/sql.ts";
import type { PreparedReport, ReportPlays } from "./sent.ts";

/** Reports of one listener as they came. Who reports, and what of, the group asks once for all that it decides. */
export interface SentPlays extends Omit<ReportPlays, "listener" | "reports"> {
  readonly listenerId: string;
  readonly reports: readonly Omit<PreparedReport, "track">[];
}

/** What the reports of a group are decided on from outside its shard. */
export interface Outside {
  readonly policies: readonly Policy[];
  /** Reports with their facts, without those of tracks that there are not; or why nothing of them is decided. */
  readonly known: ReadonlyMap<ReportPlays | SentPlays, ReportPlays | Refusal>;
}

/**
 * Reads it before the group is locked, so that every process sees who was shut out and what was taken back before it.
 * Report tokens outlive sessions: it is asked here whether there is still someone to pay, and who is not is refused with
 * `account_suspended` or `account_closed`; the device keeps its reports. Who sends facts with the reports is not asked.
 */
export async function readOutside(sql: Sql, commands: readonly (ReportPlays | SentPlays)[]): Promise<Outside> {
  const sent = commands.flatMap((command) => "listener" in command ? [] : [command]);
  const listenerIds = [...new Set(sent.map(({ listenerId }) => listenerId))];
  const trackIds = [...new Set(sent.flatMap(({ reports }) => reports.map(({ report }) => report.trackId)))];
  const [policies, people, levels, tracks] = await Promise.all([
    readPolicies(sql),
    listenerIds.length === 0 ? NOTHING : findReporters(sql, listenerIds),
    listenerIds.length === 0 ? NOTHING : levelsOf(sql, listenerIds),
    trackIds.length === 0 ? NOTHING : trackMeasures(sql, trackIds),
  ]);
  const known = (command: ReportPlays | SentPlays): ReportPlays | Refusal => {
    if ("listener" in command) return command;
    const { listenerId, reports, ...same } = command;
    const listener = listenerOf(listenerId, { person: people.get(listenerId), level: levels.get(listenerId) });
    if (listener instanceof Refusal) return listener;
    return {
      ...{ ...same, listener },
      reports: reports.flatMap((one) => {
        const track = tracks.get(one.report.trackId);
        return track ? [{ ...one, track }] : [];
      }),
    };
  };
  return { policies, known: new Map(commands.map((command) => [command, known(command)])) };
}

const NOTHING = new Map<string, never>();

function listenerOf(
  id: string,
  { person, level = 0 }: { readonly person: Reporting | undefined; readonly level: TrustLevel | undefined },
): ReportPlays["listener"] | Refusal {
  if (person?.isSuspended) {
    return new Refusal("account_suspended", "Your account is suspended. Please contact support.");
  }
  if (person === undefined || person.isClosing) return new Refusal("account_closed", "This account is closed");
  return { id, since: person.createdAt, level };
}
