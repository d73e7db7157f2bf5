import { SILENT_AFTER_MS, type ToldAnswer } from "../../contract/playing.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PlayingAsk, PlayingTold } from "../../contract/requests/playing.ts";
import type { Deps } from "../../deps.ts";
import type { Sql } from "../../store/sql.ts";
import type { Presence } from "./presence.ts";
import { askOf, standingOf, tell } from "./state.ts";
import {
  findPresence,
  forgetPresence,
  forgetPresencesBefore,
  keepPresence,
  type ListedRow,
  listPresences,
  noteWatched,
  playsElsewhere,
} from "./table.ts";

const HOUR_MS = 3_600_000;
/** Twice as long as a device waits between two looks while it asks or something plays. */
const WATCHED_MS = 45_000;
const WATCHED_AT_LEAST_MS = 25_000;
const NOT_THERE = "This device has nothing in its player any more";

type Parts = Pick<Deps, "store" | "now">;

/** A device of a person: the session it is logged in by. */
interface Device {
  readonly userId: string;
  readonly sessionId: string;
}

/** Keeps what a device plays, and answers what is asked of it. Throws Refusal `session_ended`. */
export async function tellPlaying(
  { store: { sql }, now }: Parts,
  device: Device,
  told: PlayingTold,
): Promise<ToldAnswer> {
  const at = now();
  const answer = await sql.begin(async (tx) => {
    const before = await findPresence(tx, { ...device, isForChange: true });
    const { presence, answer } = tell(before, told, at);
    if (presence && !await keepPresence(tx, device, presence)) {
      throw new Refusal("session_ended", "Authentication required. Please login again.");
    }
    return answer;
  });
  return { ...answer, playsElsewhere: await playsElsewhere(sql, { ...device, since: at - SILENT_AFTER_MS }) };
}

/** A device has nothing in its player any more. */
export async function closePlaying({ store: { sql } }: Parts, device: Device): Promise<void> {
  await forgetPresence(sql, device);
}

/**
 * Leaves a question for another device of the person; answers whether it has answered. Throws Refusal `not_found` where
 * there is no such device, `invalid_request` for the device that asks.
 */
export async function askDevice(
  { store: { sql }, now }: Parts,
  { userId, sessionId }: Device,
  { ofSession, ...ask }: PlayingAsk & { ofSession: string },
): Promise<boolean> {
  if (ofSession === sessionId) throw new Refusal("invalid_request", "A device asks others, not itself");
  return await sql.begin(async (tx) => {
    const asked = { userId, sessionId: ofSession };
    const before = await findPresence(tx, { ...asked, isForChange: true });
    if (!before || !standingOf(before, now())) throw new Refusal("not_found", NOT_THERE);
    const presence = askOf(before, ask, now());
    if (presence !== before) await keepPresence(tx, asked, presence);
    return presence.answeredId === ask.askId;
  });
}

/** What the person's devices play. Those that play learn that they are watched, and report more often for a while. */
export async function lookAtDevices({ store: { sql }, now }: Parts, device: Device): Promise<ListedRow[]> {
  const at = now();
  const rows = await listPresences(sql, device.userId, { now: at, since: at - HOUR_MS });
  const isWatching = rows.some(({ sessionId, isPlaying }) => isPlaying && sessionId !== device.sessionId);
  if (isWatching) {
    await noteWatched(sql, { ...device, until: at + WATCHED_MS, unlessAfter: at + WATCHED_AT_LEAST_MS });
  }
  return rows;
}

/** The whole of what one device of the person plays. Throws Refusal `not_found`. */
export async function presenceOf({ store: { sql }, now }: Parts, device: Device): Promise<Presence> {
  const presence = await findPresence(sql, device);
  if (!presence || !standingOf(presence, now())) throw new Refusal("not_found", NOT_THERE);
  return presence;
}

/** Deletes what devices told more than a day before `now` (epoch ms). */
export async function forgetOldPlaying(sql: Sql, now: number): Promise<void> {
  await forgetPresencesBefore(sql, now - 24 * HOUR_MS);
}
