import { findUser } from "../../projections/accounts/users.ts";
import type { MailStopAnswer, NoticeKind } from "../contract/notifications.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { readStopped, type Stopped, undoToken } from "../mails/stop_link.ts";
import { mutePosts } from "../social/post/post.ts";
import type { Metadata } from "../store/log/event.ts";
import { choicesOfOne, chooseNotifications } from "./choose.ts";

/**
 * Stops what a link of a mail is about; the link needs no log-in. Doing it again changes nothing and gives no way back.
 * Throws Refusal `link_invalid`.
 */
export async function stopMails(deps: Deps, token: string, metadata: Metadata): Promise<MailStopAnswer> {
  const stopped = linkFor(deps, "stop", token);
  const done = await change(deps, stopped, { wanted: false, metadata });
  return { about: "artistId" in stopped ? "artist" : "kind", undo: done ? undoToken(deps, done) : null };
}

/** Takes it back, within an hour. Throws Refusal `link_invalid`. */
export async function undoMailStop(deps: Deps, token: string, metadata: Metadata): Promise<MailStopAnswer> {
  const stopped = linkFor(deps, "undo", token);
  await change(deps, stopped, { wanted: true, metadata });
  return { about: "artistId" in stopped ? "artist" : "kind", undo: null };
}

function linkFor(deps: Deps, purpose: "stop" | "undo", token: string): Stopped {
  const stopped = readStopped(deps, purpose, token);
  if (!stopped) throw new Refusal("link_invalid", "This link is no longer valid");
  return stopped;
}

/** Answers what has changed; undefined where nothing did, or the account is gone. */
async function change(
  deps: Deps,
  stopped: Stopped,
  { wanted, metadata }: { readonly wanted: boolean; readonly metadata: Metadata },
): Promise<Stopped | undefined> {
  const { userId } = stopped;
  if (!await findUser(deps.store.sql, userId)) return undefined;
  if ("artistId" in stopped) {
    const command = { userId, artistId: stopped.artistId, muted: !wanted, isKnown: true };
    const { result } = await deps.store.execute(mutePosts, command, { logs: ["social"], metadata });
    return result.isNew ? stopped : undefined;
  }
  const { switches } = await choicesOfOne(deps, userId);
  const kinds = stopped.kinds.filter((kind) => switches[kind].mail !== wanted);
  if (kinds.length === 0) return undefined;
  const mail = { mail: wanted };
  const change = { switches: Object.fromEntries(kinds.map((kind) => [kind, mail])) as Record<NoticeKind, typeof mail> };
  await chooseNotifications(deps, userId, { change, metadata });
  return { userId, kinds };
}
