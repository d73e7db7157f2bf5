import type { Deps } from "../../deps.ts";
import { recountReturned } from "../../listening/uncounted_plays/uncount.ts";
import { giveBackRoyalties } from "../../royalties/void.ts";
import type { Recorded } from "../../store/log/event.ts";
import { undoDecisions } from "../../wallet/settling/give_back.ts";
import { type AppealAnswered, type AppealEvent, appealStream } from "./events.ts";

const UNDONE = "You wrote to us, and we agreed with you";
const BY = "system:appeals";

/** An appeal that was granted. */
interface Granted {
  readonly appealId: string;
  readonly userId: string;
}

/**
 * Undoes what admins decided about a person's earnings, and what was carried out of it up to a moment (epoch ms): an appeal
 * was granted. `lateId` names the decision that was carried out only after the grant. A second run finds it done.
 */
export async function undoGranted(
  deps: Pick<Deps, "store" | "shardOf" | "now">,
  { appealId, userId, ...granted }: Granted & { readonly through: number; readonly lateId?: string },
): Promise<void> {
  await undoDecisions(deps, { userId, appealId, ...granted, reason: UNDONE, by: BY });
  await recountReturned(deps, { userId, appealId, by: BY });
  await giveBackRoyalties(deps, { userId, appealId, through: granted.through, by: BY });
}

/** The first appeal of a person that was granted after a position of the log `social`. */
export async function grantedAfter(
  { store }: Pick<Deps, "store">,
  { userId, position }: { readonly userId: string; readonly position: number },
): Promise<(Granted & { readonly position: number }) | undefined> {
  const events = await store.readStream<AppealEvent>("social", appealStream(userId));
  const found = events.find((event) => event.position > position && isGrant(event));
  return found && { appealId: found.data.appealId, userId, position: found.position };
}

function isGrant({ type, data }: Recorded<AppealEvent>): boolean {
  return type === "AppealAnswered" && (data as AppealAnswered["data"]).outcome === "grant";
}
