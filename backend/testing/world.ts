import { join } from "node:path";
import { createFiles } from "../adapters/files/mod.ts";
import { createIdentity } from "../adapters/identity/mod.ts";
import type { Identity, IdentityConfig } from "../adapters/identity/types.ts";
import { createMail } from "../adapters/mail/mod.ts";
import type { DevOutbox } from "../adapters/mail/types.ts";
import { createTexts } from "../adapters/texts/mod.ts";
import type { DevTexts, Texts } from "../adapters/texts/types.ts";
import { createPayments } from "../adapters/payments/mod.ts";
import { createPush } from "../adapters/push/mod.ts";
import type { Push } from "../adapters/push/types.ts";
import type { Payments } from "../adapters/payments/types.ts";
import { createApp, reactorsOf, SENDERS, WORKERS } from "../app.ts";
import { giftCharges } from "../gifts/give.ts";
import { premiumCharges } from "../subscriptions/pay.ts";
import { readConfig } from "../config.ts";
import type { Deps, Parts } from "../deps.ts";
import { createJobs } from "../store/jobs/jobs.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import { verify } from "../store/chain/verify.ts";
import { PROOFS } from "../start/proofs.ts";
import type { Store, StoreOptions } from "../store/store.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { newMemory } from "../start/memory.ts";
import { openCatalogue } from "../start/open_catalogue.ts";
import { concerned } from "./concerned.ts";
import { isSpread } from "./database.ts";
import { timed } from "./profile.ts";
import { createTestMedia } from "./media.ts";
import { openTestStore, TEST_INSTALLATION, TEST_KEYS, TEST_SHARDS, type TestStore } from "./store.ts";

/** The whole service for a test: real Postgres, real files, the development outbox, and a clock that the test holds. */
export interface World extends AsyncDisposable {
  readonly deps: Deps;
  readonly app: ReturnType<typeof createApp>;
  readonly outbox: DevOutbox;
  readonly texts: DevTexts;
  readonly test: TestStore;
  /** The data directory: a service started on it shares files and mails with this world. */
  readonly directory: string;
  /** Another process on the same database: its own store and app. */
  another(options?: Pick<StoreOptions, "asked">): { deps: Deps; app: ReturnType<typeof createApp> };
  /** Waits until reactions, jobs and projections have done their work. */
  settle(): Promise<void>;
}

/** A read after a change waits so long for it. The product's second is not enough where a machine is busy with other things. */
const PATIENCE_MS = 60_000;
const LOCAL = { publicUrl: "http://localhost:8000" };
/** No server answers there: a test that needs money opens a sandbox. */
export const NO_PAYMENTS = createPayments({ secretKey: "sk_test_nobody", baseUrl: "http://127.0.0.1:9" });

export interface WorldOptions {
  readonly now?: () => number;
  readonly payments?: Payments;
  /** In place of the outbox; null where Orin sends no texts. */
  readonly sendsTexts?: Texts | null;
  /** In place of the listed push services, which no test calls. */
  readonly push?: Push;
  /** The identity provider; without one, there is no sign-in with Google. */
  readonly google?: IdentityConfig;
  /** As many as the run says, where it is left out. */
  readonly shards?: number;
  /** Its books have just been verified. */
  readonly isVerified?: boolean;
  /** Settings, as the environment has them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An Orin for tests, on a database of its own, with real parts and a clock that may be set. */
export function openWorld(options: WorldOptions = {}): Promise<World> {
  return timed("worlds opened", () => open(options));
}

async function open(options: WorldOptions): Promise<World> {
  const { now = Date.now, payments = NO_PAYMENTS, google, sendsTexts, shards = TEST_SHARDS, isVerified, push, env } =
    options;
  const identity = google && createIdentity(google, now);
  const directory = await Deno.makeTempDir({ prefix: "orin-world-" });
  const projections = projectionsWith(new PersonalData(TEST_KEYS));
  const verifyAt = (url: string, proven = projections) => verify({ url, projections: proven, checks: PROOFS, now });
  // On several servers a test counts what was prepared on each, and a verification there prepares something.
  const verified = isVerified && !isSpread();
  const test = await openTestStore({
    projections,
    now,
    shards,
    fewestFollowers: true,
    leastPatienceMs: PATIENCE_MS,
    ...(verified && { verify: verifyAt }),
  });
  const outbox = createMail({ kind: "outbox", directory, now });
  const devTexts = createTexts({ kind: "outbox", directory, now });
  const texts = sendsTexts === null ? undefined : sendsTexts ?? devTexts;
  const proven = async () => {
    await test.store.settle();
    await verifyAt(test.serviceUrl, await concerned(test.store.sql, projections));
  };
  const shared = { directory, outbox, texts, payments, identity, now, proven, push, env };
  const deps = depsOn(test.store, shared);
  await deps.store.react(reactorsOf(deps));
  for (const begin of [...SENDERS, ...WORKERS]) begin(deps);
  if (isVerified && !verified) await proven();
  let app: World["app"] | undefined;
  return {
    deps,
    // Many tests call none of its routes.
    get app() {
      return app ??= appOf(deps);
    },
    outbox,
    texts: devTexts,
    test,
    directory,
    another(options) {
      const other = depsOn(test.another(options), shared);
      return { deps: other, app: appOf(other) };
    },
    settle: () => timed("settling", () => untilNothingIsLeft(deps)),
    [Symbol.asyncDispose]: () =>
      timed("worlds closed", async () => {
        deps.served.hurry();
        await deps.served.settle();
        await deps.jobs.stop(0);
        await deps.media.close();
        await test[Symbol.asyncDispose]();
        await Deno.remove(directory, { recursive: true });
      }),
  };
}

/** What reactions and jobs append is followed, too, and may ask for more jobs. */
async function untilNothingIsLeft({ store, jobs }: Deps): Promise<void> {
  const countEvents = async () => (await store.sql`select sum(last_position) as events from all_logs`)[0]?.events;
  let isLeft = true;
  for (let events = await countEvents(); isLeft;) {
    await store.settle();
    const hasWorked = await jobs.drain();
    const now = await countEvents();
    isLeft = hasWorked || now !== events;
    events = now;
  }
}

/** Pages come from the app's source, so that no test needs a built app. */
function appOf(deps: Deps): ReturnType<typeof createApp> {
  return createApp(deps, { isReady: () => true, pagesDirectory: "pwa" });
}

/** What a process of the service has on a store. */
export function depsOn(
  store: Store,
  { directory, outbox, texts, payments, identity, now, proven = () => Promise.resolve(), push, env }: {
    directory: string;
    outbox: DevOutbox;
    texts?: Texts | undefined;
    payments: Payments;
    identity: Identity | undefined;
    now: () => number;
    proven?: () => Promise<void>;
    push?: Push | undefined;
    env?: WorldOptions["env"];
  },
): Deps {
  const log = (line: string, error?: unknown) => error !== undefined && console.error(line, error);
  const parts: Parts = {
    config: readConfig({ ORIN_DATA_DIR: directory, ORIN_DEMO: "off", ...env }),
    keys: TEST_KEYS,
    store,
    installation: TEST_INSTALLATION,
    shardOf: (userId) => store.shards.shardOf(userId),
    personal: new PersonalData(TEST_KEYS),
    jobs: createJobs(store.sql, { now, random: Math.random, log }),
    files: createFiles({ kind: "disk", directory: join(directory, "media") }),
    mail: outbox,
    texts,
    payments,
    push: push ??
      createPush({ key: TEST_KEYS.kept("web push"), subject: "mailto:help@orin.example", services: [], now }),
    purposes: [premiumCharges, giftCharges],
    payoutPatienceMs: 0,
    verify: () => proven(),
    identity,
    catalogue: openCatalogue(LOCAL, { store, personal: new PersonalData(TEST_KEYS) }),
    media: createTestMedia({ workDir: join(directory, "work") }),
    now,
    log,
  };
  return { ...parts, ...newMemory(parts) };
}
