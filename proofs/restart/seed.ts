import { join } from "node:path";
import { registerUser, verifyEmail } from "../../backend/accounts/account/register.ts";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { newId } from "../../backend/contract/ids.ts";
import type { BenchDatabase } from "../bench/database.ts";
import { PlaySource } from "../bench/play_source.ts";
import { openService } from "../bench/service.ts";

const SONG_BYTES = 720_000;
const LOGIN = { email: "ada@orin.example", password: "Orin-test-2026!" };
const METADATA = { actor: "system:restart" };

interface WorldOptions {
  /** Of the database and of the folder with the files. */
  readonly name: string;
  readonly listeners: number;
  readonly seed: number;
}

/** People with plays to report and a song to hear, made before any process starts. */
export async function seedWorld(database: BenchDatabase, { name, listeners: count, seed }: WorldOptions) {
  await using service = await openService(database, name, count);
  const { deps, ownerUrl, listeners, tracks } = service;
  const person = { firstName: "Ada", lastName: "Obi", phone: "", address: "", role: "listener" as const };
  const account = { ...person, userId: newId(), email: LOGIN.email, verified: true };
  const passwordHash = await hashPassword(LOGIN.password);
  await registerUser(deps, { ...account, passwordHash }, { metadata: METADATA });
  await verifyEmail(deps, account.userId, { metadata: METADATA });
  const folder = join(database.directory, name, "media/tracks");
  for (const track of tracks) {
    await Deno.mkdir(join(folder, track), { recursive: true });
    await Deno.writeFile(join(folder, track, "normal.m4a"), new Uint8Array(SONG_BYTES));
  }
  await deps.store.settle(60_000);
  return {
    ownerUrl,
    tracks,
    streamBytes: SONG_BYTES,
    login: LOGIN,
    sessions: listeners.map((listener) => listener.sessionToken),
    reportTokens: listeners.map((listener) => listener.reportToken),
    plays: new PlaySource(listeners.length, tracks, seed),
  };
}

/** The path of a song for one listener. */
export async function streamOf(url: string, tracks: readonly string[], token: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/stream/${tracks[0]}`, { headers: { authorization: `Bearer ${token}` } });
  const { streamUrl } = await answer.json();
  const { pathname, search } = new URL(streamUrl, url);
  return pathname + search;
}
