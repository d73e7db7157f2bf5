import type { Catalogue } from "./adapters/catalogue/types.ts";
import type { Files } from "./adapters/files/types.ts";
import type { Identity } from "./adapters/identity/types.ts";
import type { Mail } from "./adapters/mail/types.ts";
import type { Media } from "./adapters/media/types.ts";
import type { Payments } from "./adapters/payments/types.ts";
import type { Config } from "./config.ts";
import type { Purpose } from "./payments/purpose.ts";
import type { Jobs } from "./store/jobs/jobs.ts";
import type { PersonalData } from "./store/personal/personal_data.ts";
import type { Store } from "./store/store.ts";

/** What routes and reactions are given: the store, the ports, and the things that tests hold still. */
export interface Deps {
  readonly config: Config;
  /** The installation's secret, from which every key is derived. */
  readonly secret: string;
  readonly store: Store;
  /** Number of shards, fixed when the database was made. */
  readonly shards: number;
  shardOf(userId: string): number;
  readonly personal: PersonalData;
  readonly jobs: Jobs;
  readonly files: Files;
  readonly mail: Mail;
  readonly media: Media;
  /** Where `/search` looks. */
  readonly catalogue: Catalogue;
  readonly payments: Payments;
  /** What people pay for by card. */
  readonly purposes: readonly Purpose[];
  /** How long an approving admin waits for the provider to confirm; 0 takes its first answer. */
  readonly payoutPatienceMs: number;
  /** Who else knows who people are; undefined where nobody signs in that way. */
  readonly identity: Identity | undefined;
  /** Epoch ms. */
  now(): number;
  log(line: string, error?: unknown): void;
}
