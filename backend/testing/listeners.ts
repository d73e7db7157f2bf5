import { registerUser } from "../accounts/account/register.ts";
import { recordRendition } from "../catalogue/rendition/record.ts";
import { setCreatorProfile } from "../catalogue/artist/change_profile.ts";
import { uploadTrack } from "../catalogue/upload/upload.ts";
import type { TrackUploaded } from "../catalogue/track/events.ts";
import { newId } from "../contract/ids.ts";
import { openWorld, type World } from "./world.ts";

const METADATA = { actor: "system:test" };
const LOGS = ["social"] as const;

export interface TestPerson {
  readonly userId: string;
  readonly token: string;
  readonly email: string;
}

/** What a call answered; the body is read by the test that knows its shape. */
interface Answer {
  readonly status: number;
  readonly body: Awaited<ReturnType<Response["json"]>>;
  readonly headers: Headers;
}

/** The whole service with a clock that stands still, people with accounts, artists and tracks without their files. */
export interface TestListeners extends AsyncDisposable {
  readonly world: World;
  /** Epoch ms. */
  now(): number;
  /** Moves the clock. */
  pass(ms: number): void;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  addPerson(firstName?: string, role?: "listener" | "creator"): Promise<TestPerson>;
  /** A new session of somebody, for when the clock has moved past the first. */
  logIn(person: TestPerson): Promise<TestPerson>;
  addArtist(name: string): Promise<TestPerson>;
  addTrack(track: Partial<TrackUploaded["data"]> & { ownerId: string }): Promise<TrackUploaded["data"]>;
}

interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export async function openTestListeners(startAt = Date.UTC(2026, 5, 10, 12)): Promise<TestListeners> {
  let now = startAt;
  const world = await openWorld({ now: () => now });
  const { deps } = world;
  const addPerson: TestListeners["addPerson"] = async (firstName = "Amaka", role = "listener") => {
    const userId = newId(now);
    const email = `${userId}@orin.example`;
    const account = { userId, firstName, lastName: "Obi", email, phone: "", address: "", role, passwordHash: "none" };
    await registerUser(deps, { ...account, verified: true }, { metadata: METADATA });
    return { userId, email, token: await tokenOf(world, userId, role) };
  };
  return {
    ...{ world, addPerson },
    now: () => now,
    pass: (ms) => void (now += ms),
    logIn: async (person) => ({ ...person, token: await tokenOf(world, person.userId, "listener") }),
    call: (method, path, options = {}) => call(world, method, { path, ...options }),
    async addArtist(name) {
      const person = await addPerson(name.split(" ")[0], "creator");
      const profile = { creatorId: person.userId, name, bio: "", city: "Jos", stateProvince: "", country: "Nigeria" };
      await deps.store.execute(setCreatorProfile, profile, { logs: LOGS, metadata: METADATA });
      await deps.store.settle();
      return person;
    },
    addTrack: (track) => addTrack(world, track),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function tokenOf({ deps }: World, userId: string, role: "listener" | "creator"): Promise<string> {
  const start = { userId, role, isAdmin: false, audience: "user", remember: true, userAgent: "test" } as const;
  const { session } = await deps.sessions.start(start);
  return await deps.tokens.signSession(session);
}

async function call(
  { app }: World,
  method: string,
  { path, token, body, headers = {} }: CallOptions & { path: string },
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await app.request(path, {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm || typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
}

/** A published track without its files. */
export async function addTrack(
  { deps }: World,
  track: Partial<TrackUploaded["data"]> & { ownerId: string },
): Promise<TrackUploaded["data"]> {
  const trackId = newId();
  const upload: TrackUploaded["data"] = {
    ...{ trackId, title: "Test Song", artist: "Test Artist", genre: "jazz", durationMs: 120_000, downloadable: false },
    loudness: { integratedLufs: -14, peakDbfs: -1 },
    sourceKey: `sources/${trackId}.wav`,
    peaksKey: `tracks/${trackId}/peaks.json`,
    ...track,
  };
  await deps.store.execute(uploadTrack, upload, { logs: LOGS, metadata: METADATA });
  const key = `tracks/${upload.trackId}/normal.m4a`;
  const made = { trackId: upload.trackId, quality: "normal", key, bytes: 1_000, contentType: "audio/mp4" } as const;
  await deps.store.execute(recordRendition, made, { logs: LOGS, metadata: METADATA });
  await deps.store.settle();
  return upload;
}
