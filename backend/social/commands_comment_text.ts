import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { NewComment } from "../contract/social.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/event.ts";
import { findComments } from "../../projections/comments.ts";
import { editComment, postComment } from "./commands_comments.ts";

const LOGS = ["social"] as const;

/** Posts a comment, its words sealed. The same command id with the same words posts it once. */
export async function writeComment(
  deps: Deps,
  { authorId, artistId, trackId, content }: NewComment & { authorId: string },
  { metadata, commandId }: { metadata: Metadata; commandId: string },
): Promise<{ commentId: string }> {
  const entity = artistId === undefined
    ? { entityType: "track" as const, entityId: trackId ?? "" }
    : { entityType: "artist" as const, entityId: artistId };
  const sealed = await seal(deps, authorId, content);
  const comment = { commentId: newId(deps.now()), authorId, ...entity, content: sealed };
  const options = { logs: LOGS, metadata, commandId, content: { ...entity, content } };
  return (await deps.store.execute(postComment, comment, options)).result;
}

/** Changes the words of one's own comment; the same words again change nothing. */
export async function rewriteComment(
  deps: Deps,
  { commentId, authorId, content }: { commentId: string; authorId: string; content: string },
  { metadata }: { metadata: Metadata },
): Promise<void> {
  const { sql } = deps.store;
  const before = (await findComments(sql, [commentId])).get(commentId);
  const key = (await deps.personal.keysOf(sql, [authorId])).get(authorId);
  if (before?.authorId === authorId && key?.open("comment", before.content) === content) return;
  const edit = { commentId, authorId, content: await seal(deps, authorId, content) };
  await deps.store.execute(editComment, edit, { logs: LOGS, metadata });
}

async function seal(deps: Deps, userId: string, content: string): Promise<string> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return key.seal("comment", content);
}
