import type { PlayReason } from "../../contract/listening.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { type ImpossibleTimesNoted, impossibleTimesStream } from "./events.ts";

const IMPOSSIBLE: ReadonlySet<PlayReason | undefined> = new Set(["before_account", "too_old", "future"]);
/** So many devices and tracks of a call are kept. */
const MOST_NAMED = 32;

interface Answered {
  readonly results: readonly { readonly playId: string; readonly status: string; readonly reason?: PlayReason }[];
  readonly reports: readonly {
    readonly playId?: string | undefined;
    readonly trackId: string;
    readonly deviceId?: string | undefined;
  }[];
  readonly userId: string;
  /** The caller's network address. */
  readonly address: string;
  readonly metadata: Metadata;
}

/** Notes that an account reported times that cannot be, once a Lagos day. Nothing is written for calls without any. */
export async function noteImpossibleTimes(
  { store, personal, now }: Pick<Deps, "store" | "personal" | "now">,
  { results, reports, userId, address, metadata }: Answered,
): Promise<void> {
  const refused = results.filter(({ status, reason }) => status === "refused" && IMPOSSIBLE.has(reason));
  if (refused.length === 0) return;
  const day = lagosDay(now());
  const ids = new Set(refused.map(({ playId }) => playId));
  const own = reports.filter(({ playId }) => playId === undefined || ids.has(playId));
  const event: ImpossibleTimesNoted & { eventId: string } = {
    type: "ImpossibleTimesNoted",
    data: {
      userId,
      day,
      originHash: personal.lookupHash("impossible-times", `${address} ${day}`),
      plays: refused.length,
      deviceIds: namedIn(own.map(({ deviceId }) => deviceId)),
      trackIds: namedIn(own.map(({ trackId }) => trackId)),
    },
    eventId: derivedId(userId, `impossible times ${day}`),
  };
  await store.appendToStream("social", impossibleTimesStream(userId, day), [event], { metadata });
}

function namedIn(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, MOST_NAMED);
}
