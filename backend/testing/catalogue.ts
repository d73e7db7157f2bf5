import { newMemory } from "../start/memory.ts";
import { registerUser } from "../accounts/account/register.ts";
import { createApp } from "../app.ts";
import { recordRendition } from "../catalogue/rendition/record.ts";
import { setCreatorProfile } from "../catalogue/artist/change_profile.ts";
import { uploadTrack } from "../catalogue/upload/upload.ts";
import type { RenditionQuality, TrackUploaded } from "../catalogue/track/events.ts";
import { newId } from "../contract/ids.ts";
import type { Deps } from "../deps.ts";
import { openWorld } from "./world.ts";

const METADATA = { actor: "system:test" };

export interface TestCatalogue extends AsyncDisposable {
  readonly deps: Deps;
  /** Moves the clock. */
  pass(ms: number): void;
  /** One request to the routes; a body as text or a parsed JSON is read by the test. */
  call(path: string, options?: CallOptions): Promise<Response>;
  /** Forgets what the process had in memory. */
  restart(): void;
  /** A session's token of a new user. */
  logIn(role?: "listener" | "creator"): Promise<{ userId: string; token: string }>;
  /** An artist with a profile. */
  addCreator(name?: string): Promise<string>;
  /** A published track whose files hold random bytes. */
  addTrack(track?: Partial<TrackUploaded["data"]>, files?: TrackFiles): Promise<TestTrack>;
}

interface CallOptions {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

type TrackFiles = Partial<Record<RenditionQuality, number>>;
export type TestTrack = TrackUploaded["data"] & { readonly bodies: Map<RenditionQuality, Uint8Array<ArrayBuffer>> };

/** A world for tests of the catalogue, with a clock that stands still. */
export async function openTestCatalogue(): Promise<TestCatalogue> {
  let now = Date.UTC(2026, 5, 1, 12);
  const world = await openWorld({ now: () => now });
  const { deps } = world;
  let { app } = world;

  return {
    deps,
    pass: (ms) => void (now += ms),
    async call(path, { method = "GET", token, headers = {}, body } = {}) {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { "content-type": "application/json" };
      return await app.request(path, { method, headers: { ...authorization, ...type, ...headers }, ...sent });
    },
    restart: () => void (app = createApp({ ...deps, ...newMemory(deps) }, { isReady: () => true, pagesDirectory: "" })),
    logIn: (role = "listener") => logIn(deps, role),
    addCreator: (name = "Test Artist") => addCreator(deps, name),
    addTrack: (track = {}, files = { normal: 120_000 }) => addTrack(deps, track, files),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function logIn(deps: Deps, role: "listener" | "creator"): Promise<{ userId: string; token: string }> {
  const userId = newId(deps.now());
  const account = {
    userId,
    firstName: "Amaka",
    lastName: "Obi",
    email: `${userId}@orin.example`,
    phone: "",
    address: "",
  };
  await registerUser(deps, { ...account, role, passwordHash: "none", verified: true }, { metadata: METADATA });
  const start = { userId, role, isAdmin: false, audience: "user", remember: true, userAgent: "test" } as const;
  const { session } = await deps.sessions.start(start);
  return { userId, token: await deps.tokens.signSession(session) };
}

/** An artist with a profile. */
export async function addCreator(deps: Deps, name: string): Promise<string> {
  const creatorId = newId();
  const profile = { creatorId, name, bio: "Plays.", city: "Jos", stateProvince: "Plateau", country: "Nigeria" };
  await deps.store.execute(setCreatorProfile, profile, { logs: ["social"], metadata: METADATA });
  await deps.store.settle();
  return creatorId;
}

/** A published track whose files hold random bytes. */
export async function addTrack(
  deps: Deps,
  track: Partial<TrackUploaded["data"]>,
  files: TrackFiles,
): Promise<TestTrack> {
  const trackId = newId();
  const upload: TrackUploaded["data"] = {
    trackId,
    ownerId: newId(),
    title: "Test Song",
    artist: "Test Artist",
    genre: "jazz",
    durationMs: 120_000,
    loudness: { integratedLufs: -14, peakDbfs: -1 },
    sourceKey: `sources/${trackId}.wav`,
    peaksKey: `tracks/${trackId}/peaks.json`,
    downloadable: true,
    ...track,
  };
  const options = { logs: ["social"] as const, metadata: METADATA };
  await deps.store.execute(uploadTrack, upload, options);
  const bodies = new Map<RenditionQuality, Uint8Array<ArrayBuffer>>();
  for (const [quality, bytes] of qualitiesOf(files)) {
    const body = crypto.getRandomValues(new Uint8Array(Math.min(bytes, 65_536)));
    const whole = new Uint8Array(bytes).map((_, at) => body[at % body.length] ?? 0);
    const [ending, contentType] = quality === "download" ? ["mp3", "audio/mpeg"] : ["m4a", "audio/mp4"];
    const key = `tracks/${upload.trackId}/${quality}.${ending}`;
    await deps.files.put(key, whole, { contentType });
    await deps.store.execute(recordRendition, { trackId: upload.trackId, quality, key, bytes, contentType }, options);
    bodies.set(quality, whole);
  }
  await deps.store.settle();
  return { ...upload, bodies };
}

/** Object.entries forgets that the keys are qualities. */
function qualitiesOf(files: TrackFiles): [RenditionQuality, number][] {
  return Object.entries(files) as [RenditionQuality, number][];
}
