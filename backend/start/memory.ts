import { ProviderBalance } from "../admin/health/provider_balance.ts";
import { roleOfAdmin } from "../approvals/reads.ts";
import { Homes } from "../catalogue/discover/homes.ts";
import { Weeks } from "../catalogue/discover/week.ts";
import { KEPT } from "../catalogue/everyones.ts";
import { Listeners } from "../catalogue/stream/listener.ts";
import { MediaLinks } from "../catalogue/stream/media_links.ts";
import { ServedBytes } from "../catalogue/stream/served_bytes.ts";
import type { Memory, Parts } from "../deps.ts";
import { Sessions } from "../http/sessions.ts";
import { Tokens } from "../http/tokens.ts";
import { KeptReads } from "../store/projections/kept_reads.ts";
import { roleInTeam } from "../team/reads.ts";
import { GroupViews } from "../trust/group/group_view.ts";
import { policies } from "../../projections/admin/policies.ts";
import { Banks } from "../wallet/banks/banks.ts";
import { RestoreWatch } from "../wallet/pause/restore_watch.ts";

/** The empty memory of a process that starts. */
export function newMemory(
  { keys, store: { sql }, shardOf, payments, now, log }: Parts,
): Memory {
  return {
    sessions: new Sessions(sql, now, (userId) => roleOfAdmin(sql, { userId, now: now() })),
    tokens: new Tokens(keys, now),
    teamRoleOf: (asked) => roleInTeam(sql, asked),
    links: new MediaLinks(keys),
    listeners: new Listeners(keys, shardOf),
    served: new ServedBytes(sql, now, log),
    weeks: new Weeks(sql, now),
    kept: new KeptReads(sql, [...KEPT, policies]),
    homes: new Homes(),
    banks: new Banks(payments, sql, now),
    providerBalance: new ProviderBalance(payments, now),
    restore: new RestoreWatch(),
    groups: new GroupViews(),
    looks: new Map(),
  };
}
