import { join } from "node:path";
import type { Hono } from "hono";
import { newId } from "../../backend/contract/ids.ts";
import { FIRST_POLICY } from "../../backend/contract/policy_rules.ts";
import { createMail } from "../../backend/adapters/mail/mod.ts";
import { FIRST_POLICY_EVENT } from "../../backend/admin/policy/change.ts";
import { POLICY_STREAM } from "../../backend/admin/policy/events.ts";
import { createApp } from "../../backend/app.ts";
import { recordRendition } from "../../backend/catalogue/rendition/record.ts";
import { uploadTrack } from "../../backend/catalogue/upload/upload.ts";
import type { Deps } from "../../backend/deps.ts";
import { ONE_SHARD } from "../../backend/store/log/shard.ts";
import { PersonalData } from "../../backend/store/personal/personal_data.ts";
import type { Store } from "../../backend/store/store.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { TEST_KEYS } from "../../backend/testing/store.ts";
import { depsOn, NO_PAYMENTS } from "../../backend/testing/world.ts";
import { raiseLevel } from "../../backend/testing/people_fixtures.ts";
import { createOrin, openStore, type ProofDatabase } from "./database.ts";
import { addAccount, type LoggedIn, logIn } from "./people.ts";

const DAY_MS = 24 * 3_600_000;
const TRACK_MS = 60_000;
const TRACKS = 120;
/** As much as all days of a listener use of one track. */
const TICKET_MS = 20 * TRACK_MS;
const METADATA = { actor: "system:proofs" };

/** The whole service with people and tracks, behind a real port. */
export interface ProofService extends AsyncDisposable {
  readonly deps: Deps;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  readonly port: number;
  readonly listeners: readonly LoggedIn[];
  readonly tracks: readonly string[];
  /** The owner of each track, in the order of the tracks. */
  readonly creators: readonly LoggedIn[];
  readonly since: number;
}

/** An Orin on a database of its own with so many listeners and some tracks, and a clock that is set. */
export async function openService(
  database: ProofDatabase,
  name: string,
  listeners: number,
  { asked, development }: { asked?: () => void; development?: (deps: Deps, serviceUrl: string) => Hono } = {},
): Promise<ProofService> {
  const { serviceUrl, ownerUrl } = await createOrin(database, name, projectionsWith(new PersonalData(TEST_KEYS)));
  const since = Date.now() - 20 * DAY_MS;
  let fixed: number | undefined = since;
  const now = () => fixed ?? Date.now();
  const deps = openDeps(serviceUrl, { directory: join(database.directory, name), now, asked });
  await setPolicy(deps.store);
  const owners = Array.from({ length: TRACKS }, () => newId());
  const tracks = await Promise.all(owners.map(async (ownerId) => {
    const trackId = await addTrack(deps, { ownerId, title: "Song", artist: "Artist" });
    return await publishTrack(deps, trackId);
  }));
  const users = await inTurns(listeners, () => addAccount(deps));
  fixed = undefined;
  const rest = [...users];
  await inTurns(users.length, () => raiseLevel(deps, rest.pop() ?? "", 1));
  await deliverAll(deps.store, { users, tracks, since });
  const people = await Promise.all(users.map((userId) => logIn(deps, userId)));
  const creators = await Promise.all(owners.map((userId) => logIn(deps, userId, "creator")));
  await deps.store.settle(60_000);
  const app = createApp(deps, {
    isReady: () => true,
    pagesDirectory: "pwa/dist",
    ...(development && { development: development(deps, serviceUrl) }),
  });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
  return {
    deps,
    ownerUrl,
    serviceUrl,
    port: server.addr.port,
    listeners: people,
    tracks,
    creators,
    since,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await deps.media.close();
      await deps.store.close();
    },
  };
}

/** What a process of the service has on a database, with a clock that its caller holds. `asked` hears the pages' statements. */
export function openDeps(
  serviceUrl: string,
  { directory, now, asked }: { directory: string; now: () => number; asked?: (() => void) | undefined },
): Deps {
  const log = (line: string, error?: unknown) => error !== undefined && console.error(line, error);
  const projections = projectionsWith(new PersonalData(TEST_KEYS));
  return depsOn(openStore(serviceUrl, projections, { epochs: [ONE_SHARD], now, log, asked }), {
    ...{ directory, now, outbox: createMail({ kind: "outbox", directory, now }) },
    ...{ payments: NO_PAYMENTS, identity: undefined },
    proven: () => Promise.reject(new Error("A proof without a provider pays nobody")),
  });
}

/** The first rules with a pool that no proof empties, and rewards that settle immediately. */
async function setPolicy(store: Store): Promise<void> {
  const policy = { ...FIRST_POLICY, dailyPoolUnits: 1_000_000_000_000, settlingMs: 0 };
  const event = { type: "PolicyChanged", data: { policy, reason: "proof" }, eventId: FIRST_POLICY_EVENT };
  await store.appendToStream("social", POLICY_STREAM, [event], { metadata: METADATA });
}

/** Every track was sent to everyone, whole on each of the days that are reported: so every play is proven. */
async function deliverAll(
  { sql }: Store,
  { users, tracks, since }: { users: readonly string[]; tracks: readonly string[]; since: number },
): Promise<void> {
  await sql`
    insert into deliveries (shard, listener_id, track_id, ticket_id, speed, is_copy, began_at, last_at, ends_at,
      stretches, delivered_ms, whole_ms, whole_at)
    select 0, listener, track, gen_random_uuid(), 1, true, ${new Date(since)}, now(), now() + interval '1 day',
      '{[0,60000)}', ${TICKET_MS}, ${TRACK_MS}, now()
    from unnest(${users}::uuid[]) as listener, unnest(${tracks}::uuid[]) as track`;
}

/** Uploads a song of a minute; it is not out yet. */
export async function addTrack(
  deps: Deps,
  called: { ownerId: string; title: string; artist: string; album?: string },
): Promise<string> {
  const trackId = newId();
  await deps.store.execute(uploadTrack, {
    trackId,
    ...called,
    genre: "jazz",
    durationMs: TRACK_MS,
    downloadable: false,
    loudness: { integratedLufs: -14, peakDbfs: -1 },
    sourceKey: `sources/${trackId}.wav`,
    peaksKey: `tracks/${trackId}/peaks.json`,
  }, { logs: ["social"], metadata: METADATA });
  return trackId;
}

export const SONG_BYTES = 720_000;
export const SONG_TYPE = "audio/mp4";

/** Where a song's sound would be: only a proof that sends it puts it there. */
export function songKey(trackId: string): string {
  return `tracks/${trackId}/normal.m4a`;
}

/** Its first rendition, with which a song is out. */
export async function publishTrack(deps: Deps, trackId: string): Promise<string> {
  const rendition = { trackId, quality: "normal" as const, key: songKey(trackId), bytes: SONG_BYTES };
  const made = { ...rendition, contentType: SONG_TYPE };
  await deps.store.execute(recordRendition, made, { logs: ["social"], metadata: METADATA });
  return trackId;
}

/** Not all together: the queue of a writer is bounded. */
export async function inTurns<Value>(count: number, make: () => Promise<Value>): Promise<Value[]> {
  const made: Value[] = [];
  while (made.length < count) {
    made.push(...await Promise.all(Array.from({ length: Math.min(200, count - made.length) }, make)));
  }
  return made;
}
