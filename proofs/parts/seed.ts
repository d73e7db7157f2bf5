import { join } from "node:path";
import { verifyEmail } from "../../backend/accounts/account/register.ts";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import type { ProofDatabase } from "./database.ts";
import { PlaySource } from "./play_source.ts";
import { openService } from "./service.ts";
import { addAccount } from "./people.ts";

const SONG_BYTES = 720_000;
const LOGIN = { email: "ada@orin.example", password: "Orin-test-2026!" };

interface WorldOptions {
  /** Of the database and of the folder with the files. */
  readonly name: string;
  readonly listeners: number;
  readonly seed: number;
}

/** People with plays to report and a song to hear, made before any process starts. */
export async function seedWorld(database: ProofDatabase, { name, listeners: count, seed }: WorldOptions) {
  await using service = await openService(database, name, count);
  const { deps, ownerUrl, listeners, tracks } = service;
  const passwordHash = await hashPassword(LOGIN.password);
  const userId = await addAccount(deps, { email: LOGIN.email, passwordHash });
  await verifyEmail(deps, userId, { metadata: { actor: "system:proofs" } });
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
