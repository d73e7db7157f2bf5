import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { NewComment } from "../contract/social.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../store/canonical.ts";
import type { Metadata } from "../store/event.ts";
import { findComments } from "../../projections/comments.ts";
import { editComment, postComment } from "./commands_comments.ts";

const LOGS = ["social"] as const;

/** Posts a comment, its words sealed. The same command id with the same words, or the same id, posts it once. */
export async function writeComment(
  deps: Deps,
  { authorId, artistId, trackId, content, commentId }: NewComment & { authorId: string },
  { metadata, commandId }: { metadata: Metadata; commandId: string },
): Promise<{ commentId: string }> {
  const entity = artistId === undefined
    ? { entityType: "track" as const, entityId: trackId ?? "" }
    : { entityType: "artist" as const, entityId: artistId };
  const sealed = await seal(deps, authorId, content);
  const comment = { commentId: commentId ?? newId(deps.now()), authorId, ...entity, content: sealed };
  const told = { ...entity, content, ...(commentId !== undefined && { commentId }) };
  const options = { logs: LOGS, metadata, commandId, content: told };
  return (await deps.store.execute(postComment, comment, options)).result;
}

/** Changes the words of one's own comment; the same words again change nothing, and the same command id does so once. */
export async function rewriteComment(
  deps: Deps,
  { commentId, authorId, content }: { commentId: string; authorId: string; content: string },
  command: { metadata: Metadata; commandId?: string; content?: Json },
): Promise<void> {
  const { sql } = deps.store;
  const before = (await findComments(sql, [commentId])).get(commentId);
  const key = (await deps.personal.keysOf(sql, [authorId])).get(authorId);
  const isSame = before?.authorId === authorId && key?.open("comment", before.content) === content;
  if (isSame && command.commandId === undefined) return;
  const edit = { commentId, authorId, content: await seal(deps, authorId, content) };
  await deps.store.execute(editComment, { edit, isSame }, { logs: LOGS, ...command });
}

async function seal(deps: Deps, userId: string, content: string): Promise<string> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return key.seal("comment", content);
}
