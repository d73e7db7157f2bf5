import type { Catalogue } from "./adapters/catalogue/types.ts";
import type { Files } from "./adapters/files/types.ts";
import type { Identity } from "./adapters/identity/types.ts";
import type { Mail } from "./adapters/mail/types.ts";
import type { Media } from "./adapters/media/types.ts";
import type { Payments } from "./adapters/payments/types.ts";
import type { Push } from "./adapters/push/types.ts";
import type { Places } from "./adapters/places/types.ts";
import type { Texts } from "./adapters/texts/types.ts";
import type { ProviderBalance } from "./admin/health/provider_balance.ts";
import type { Homes } from "./catalogue/discover/homes.ts";
import type { Weeks } from "./catalogue/discover/week.ts";
import type { Listeners } from "./catalogue/stream/listener.ts";
import type { MediaLinks } from "./catalogue/stream/media_links.ts";
import type { ServedBytes } from "./catalogue/stream/served_bytes.ts";
import type { Config } from "./config.ts";
import type { TeamRole } from "./contract/memberships.ts";
import type { Sessions } from "./http/sessions.ts";
import type { Tokens } from "./http/tokens.ts";
import type { Purpose } from "./payments/purpose.ts";
import type { Jobs } from "./store/jobs/jobs.ts";
import type { Keyring } from "./store/personal/keyring.ts";
import type { PersonalData } from "./store/personal/personal_data.ts";
import type { KeptReads } from "./store/projections/kept_reads.ts";
import type { Store } from "./store/store.ts";
import type { GroupViews } from "./trust/group/group_view.ts";
import type { RestoreWatch } from "./wallet/pause/restore_watch.ts";
import type { Banks } from "./wallet/banks/banks.ts";

/** What a process keeps in memory for all of its requests: caches, counters and derived keys. */
export interface Memory {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** A person's current role in an artist's team; undefined for everyone else, and while the artist is suspended. */
  teamRoleOf(asked: { readonly memberId: string; readonly creatorId: string }): Promise<TeamRole | undefined>;
  readonly links: MediaLinks;
  readonly listeners: Listeners;
  readonly served: ServedBytes;
  readonly weeks: Weeks;
  /** What everybody is answered; see `catalogue/everyones.ts`. */
  readonly kept: KeptReads;
  readonly homes: Homes;
  readonly banks: Banks;
  readonly providerBalance: ProviderBalance;
  readonly restore: RestoreWatch;
  readonly groups: GroupViews;
  /** When a list of people was shown to a session last, by a hash of both: epoch ms. */
  readonly looks: Map<string, number>;
}

/** The store, the ports, and the things that tests hold still. */
export interface Parts {
  readonly config: Config;
  /** The installation's secrets, from which every key is derived. */
  readonly keys: Keyring;
  readonly store: Store;
  /** What tells this installation's references at the payment provider from others': fixed when the database was made. */
  readonly installation: string;
  shardOf(userId: string): number;
  readonly personal: PersonalData;
  readonly jobs: Jobs;
  readonly files: Files;
  readonly mail: Mail;
  /** Undefined where Orin sends no texts: production without a provider. */
  readonly texts: Texts | undefined;
  readonly push: Push;
  /** Only where the operator has a file that says it. */
  readonly places?: Places | undefined;
  readonly media: Media;
  /** Where `/search` looks. */
  readonly catalogue: Catalogue;
  readonly payments: Payments;
  /** What people pay for by card. */
  readonly purposes: readonly Purpose[];
  /** How long an approving admin waits for the provider to confirm; 0 takes its first answer. */
  readonly payoutPatienceMs: number;
  /** Verifies the whole store from the last good verification on; joins one that this process has begun. */
  verify(): Promise<void>;
  /** Who else knows who people are; undefined where that sign-in is not set up. */
  readonly identity: Identity | undefined;
  /** Epoch ms. */
  now(): number;
  /** Holds no names and no token: others than operators read logs. */
  log(
    line: string,
    error?: unknown,
    fields?: { readonly requestId?: string; readonly level?: "info" | "warn" | "error" },
  ): void;
}

/** What routes and reactions are given. */
export type Deps = Parts & Memory;
