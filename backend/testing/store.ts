import type { Reactor } from "../store/projections/follow.ts";
import type { Projection } from "../store/projections/projection.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { registerUpcasts } from "../store/log/upcast.ts";
import { upcasts } from "../../migrations/upcasts.ts";
import type { LogName } from "../store/log/event.ts";
import type { LogPlace } from "../store/place.ts";
import { connect } from "../store/sql.ts";
import { Store, type StoreOptions } from "../store/store.ts";
import { leavingTheirShard } from "./one_shard.ts";
import { createTestDatabase, isSpread, preparedElsewhere } from "./database.ts";
import { timed } from "./profile.ts";
import { migratedTemplate } from "./template.ts";

export interface TestStore extends AsyncDisposable {
  readonly store: Store;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  /** The owner's at the server that has a place: another one where an engine spreads tables over several. */
  ownerUrlOf(place: LogPlace): Promise<string>;
  /** Another store on the same database, as a second process would have it. */
  another(options?: Partial<StoreOptions>): Store;
}

/** The installation's secret in tests; a service started on the same database is given it too. */
export const TEST_SECRET = "a secret for tests only, of 32 characters or more";
export const TEST_KEYS = new Keyring([TEST_SECRET]);
/** In references at the payment provider. */
export const TEST_INSTALLATION = "tests";
/** How many shards a test's world has: one, and more where the run says so. */
export const TEST_SHARDS = Number(Deno.env.get("ORIN_TEST_SHARDS") ?? 1);
export const TEST_KEY = new Uint8Array(32).fill(7);

/** A migrated database of its own with a store on it; dropped when disposed. */
export function openTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  return timed("stores opened", () => open(options));
}

interface TestStoreOptions {
  projections?: readonly Projection[];
  /** Those that have tables, where others have, too: a template that many tests copy is made once. */
  withTables?: readonly Projection[];
  reactors?: readonly Reactor[];
  now?: () => number;
  shards?: number;
  positionsPerRange?: number;
  /** As the store's: for worlds, whose tests are about other things. */
  fewestFollowers?: boolean;
  leastPatienceMs?: number;
  /** How to verify it before anything is in it, as of now. All copies of a template say the same of that but when. */
  verify?: ((serviceUrl: string) => Promise<unknown>) | undefined;
}

async function open(options: TestStoreOptions): Promise<TestStore> {
  registerUpcasts(upcasts);
  const { projections = [], withTables = projections, reactors = [], shards = 1, positionsPerRange, verify } = options;
  const ranges = positionsPerRange === undefined ? {} : { positionsPerRange };
  const template = await migratedTemplate({
    ...{ projections: withTables, shards, ...ranges, keys: TEST_KEYS },
    ...{ installation: TEST_INSTALLATION, verify },
  });
  const database = await createTestDatabase({ template: template.name });
  const serviceUrl = template.serviceUrl(database.url);
  if (verify) await dateVerification(database.url, options.now?.() ?? Date.now());
  const stores: Store[] = [];
  const statements = { ofShards: new Set<string>(), ofEveryone: new Set<string>() };
  const heard = shards === 1 ? undefined : (statement: string, logs: readonly LogName[]) => {
    statements[logs.includes("social") ? "ofEveryone" : "ofShards"].add(statement);
  };
  const another = (more: Partial<StoreOptions> = {}) => {
    const now = options.now === undefined ? {} : { now: options.now };
    const store = new Store({
      url: serviceUrl,
      projections,
      fingerprintKey: TEST_KEY,
      epochs: [{ from: 0, first: 0, shards }],
      mostConnections: 3,
      fewestFollowers: options.fewestFollowers ?? false,
      leastPatienceMs: options.leastPatienceMs ?? 0,
      heard,
      ...now,
      ...more,
    });
    stores.push(store);
    return store;
  };
  const store = another();
  await store.react(reactors);
  return {
    store,
    ownerUrl: database.url,
    serviceUrl,
    ownerUrlOf: (place) => urlAt(database.url, store, place),
    another,
    [Symbol.asyncDispose]: () =>
      timed("stores closed", async () => {
        await Promise.all(stores.map((store) => store.close()));
        const leaving = isSpread() ? await prepared(database.url) : await leavingTheirShard(database.url, statements);
        await database.drop();
        if (leaving.length > 0) throw new Error(`Statements of a group leave its shard:\n${leaving.join("\n")}`);
      }),
  };
}

/** The same connection string at the server that has a place. */
async function urlAt(ownerUrl: string, { nodes }: Store, place: LogPlace): Promise<string> {
  await nodes.known();
  const url = new URL(ownerUrl);
  url.host = new URL(nodes.urlOf(place)).host;
  return url.href;
}

/** The template was verified when it was made. Only without its triggers a table that grows alone lets itself be changed. */
async function dateVerification(ownerUrl: string, now: number): Promise<void> {
  const sql = connect(ownerUrl, { max: 1 });
  const at = new Date(now);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update shard_verifications set started_at = ${at}, finished_at = ${at}`;
    await tx`update verifications set started_at = ${at}, finished_at = ${at}`;
  }).finally(() => sql.end({ timeout: 2 }));
}

/**
 * Where an engine spreads tables over servers, it prepares a transaction on each of them that it touches: no group may. A
 * verification does, so databases that were verified do not tell.
 */
async function prepared(url: string): Promise<string[]> {
  const sql = connect(url, { max: 1 });
  const verified = await sql`select from shard_verifications limit 1`.finally(() => sql.end({ timeout: 2 }));
  const count = verified.length > 0 ? 0 : await preparedElsewhere(url);
  return count === 0 ? [] : [`${count} transactions of several servers`];
}
