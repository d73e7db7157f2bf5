import { newMemory } from "../start/memory.ts";
import { createApp } from "../app.ts";
import type { RenditionQuality, TrackUploaded } from "../catalogue/track/events.ts";
import { newId } from "../contract/ids.ts";
import type { Deps } from "../deps.ts";
import { type CallOptions, send } from "./call.ts";
import { addPerson, addProfile, addRendition, sendUpload } from "./people_fixtures.ts";
import { openWorld } from "./world.ts";

export interface TestCatalogue extends AsyncDisposable {
  readonly deps: Deps;
  /** Moves the clock. */
  pass(ms: number): void;
  /** One request to the routes; a body as text or a parsed JSON is read by the test. */
  call(path: string, options?: CallOptions & { method?: string }): Promise<Response>;
  /** Forgets what the process had in memory. */
  restart(): void;
  /** A session's token of a new user. */
  logIn(role?: "listener" | "creator"): Promise<{ userId: string; token: string }>;
  /** An artist with a profile. */
  addCreator(name?: string): Promise<string>;
  /** A published track whose files hold random bytes. */
  addTrack(track?: Partial<TrackUploaded["data"]>, files?: TrackFiles): Promise<TestTrack>;
}

type TrackFiles = Partial<Record<RenditionQuality, number>>;
export type TestTrack = TrackUploaded["data"] & { readonly bodies: Map<RenditionQuality, Uint8Array<ArrayBuffer>> };

/** A world for tests of the catalogue, with a clock that only tests move. */
export async function openTestCatalogue(): Promise<TestCatalogue> {
  let now = Date.UTC(2026, 5, 1, 12);
  const world = await openWorld({ now: () => now });
  const { deps } = world;
  let { app } = world;

  return {
    deps,
    pass: (ms) => void (now += ms),
    call: (path, { method = "GET", ...options } = {}) => send(app, method, { path, ...options }),
    restart: () => void (app = createApp({ ...deps, ...newMemory(deps) }, { isReady: () => true, pagesDirectory: "" })),
    logIn: (role = "listener") => addPerson(deps, { role }),
    addCreator: (name = "Test Artist") => addCreator(deps, name),
    addTrack: (track = {}, files = { normal: 120_000 }) => addPlayable(deps, track, files),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** An artist with a profile. */
export async function addCreator(deps: Deps, name: string): Promise<string> {
  const creatorId = newId();
  await addProfile(deps, { creatorId, name, bio: "Plays.", stateProvince: "Plateau" });
  return creatorId;
}

/** A published track whose files hold random bytes. */
export async function addPlayable(
  deps: Deps,
  track: Partial<TrackUploaded["data"]>,
  files: TrackFiles,
): Promise<TestTrack> {
  const upload = await sendUpload(deps, { downloadable: true, ...track });
  const bodies = new Map<RenditionQuality, Uint8Array<ArrayBuffer>>();
  for (const [quality, bytes] of qualitiesOf(files)) {
    const body = crypto.getRandomValues(new Uint8Array(Math.min(bytes, 65_536)));
    const whole = new Uint8Array(bytes).map((_, at) => body[at % body.length] ?? 0);
    const { key, contentType } = await addRendition(deps, { trackId: upload.trackId, quality, bytes });
    await deps.files.put(key, whole, { contentType });
    bodies.set(quality, whole);
  }
  await deps.store.settle();
  return { ...upload, bodies };
}

/** Object.entries forgets that the keys are qualities. */
function qualitiesOf(files: TrackFiles): [RenditionQuality, number][] {
  return Object.entries(files) as [RenditionQuality, number][];
}
