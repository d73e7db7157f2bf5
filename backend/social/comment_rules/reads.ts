import { findCommentRules, isBlocked } from "../../../projections/social/comment_rules.ts";
import { findComments, hasShownComment, waitingComments } from "../../../projections/social/comments.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { findShowable } from "../../accounts/account/reads.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Commented, CommentRules, HeldComments } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { holdsWord, whyHeld } from "./state.ts";

type CommentRuleDeps = Pick<Deps, "store" | "personal" | "now">;

interface Written {
  readonly entityType: Commented;
  readonly entityId: string;
  readonly authorId: string;
  readonly content: string;
  readonly replyTo?: string | undefined;
  readonly isEdit?: boolean;
}

/**
 * Whether a comment waits for the artist under whose things it is, and why. Throws Refusal `comments_closed` where the
 * artist, or the person whom it answers, has blocked the author.
 */
export async function holdFor(
  deps: CommentRuleDeps,
  { entityType, entityId, authorId, content, replyTo, isEdit = false }: Written,
): Promise<{ ownerId: string; why: "word" | "first" } | undefined> {
  const { sql } = deps.store;
  const ownerId = entityType === "artist" ? entityId : (await trackFacts(sql, [entityId])).get(entityId)?.ownerId;
  if (ownerId === undefined || ownerId === authorId) return undefined;
  const answered = replyTo === undefined ? undefined : (await findComments(sql, [replyTo])).get(replyTo)?.authorId;
  if (await isBlocked(sql, { by: [ownerId, answered ?? []].flat(), personId: authorId })) {
    throw new Refusal("comments_closed", "You cannot comment here");
  }
  const rules = await readRules(deps, ownerId);
  if (rules.words.length === 0 && !rules.holdFirst) return undefined;
  const [user, hasShown, name] = await Promise.all([
    findUser(sql, authorId),
    hasShownComment(sql, authorId),
    shownNameOf(deps, authorId),
  ]);
  const createdAt = user?.createdAt ?? 0;
  const why = whyHeld({ ...rules, texts: [content, name], hasShown, createdAt, now: deps.now(), isEdit });
  return why && { ownerId, why };
}

/** The name beside a person's comments. */
async function shownNameOf(deps: CommentRuleDeps, personId: string): Promise<string> {
  return (await findShowable(deps, [personId])).get(personId)?.username ?? "";
}

/**
 * Whether a text that a person leaves with an artist holds one of the artist's words. One rule for all of them:
 * comments and the names beside them wait, the messages of gifts are folded away. Posts are the artist's own, and have
 * no comments.
 */
export async function wordFilterOf(
  deps: Pick<CommentRuleDeps, "store" | "personal">,
  artistId: string,
): Promise<(text: string) => boolean> {
  const { words } = await readRules(deps, artistId);
  return (text) => holdsWord(text, words);
}

/** Which comments wait for an artist; none where nothing was said. */
export async function readRules(
  { store: { sql }, personal }: Pick<CommentRuleDeps, "store" | "personal">,
  artistId: string,
): Promise<CommentRules> {
  const rules = await findCommentRules(sql, artistId);
  const key = rules && (await personal.keysOf(sql, [artistId])).get(artistId);
  if (!rules || !key) return { words: [], holdFirst: false };
  return { words: JSON.parse(key.open("comment words", rules.words)) as string[], holdFirst: rules.holdFirst };
}

const MOST_WAITING = 100;

/** What waits for an artist, in the authors' words. */
export async function heldComments(deps: CommentRuleDeps, artistId: string): Promise<HeldComments> {
  const { sql } = deps.store;
  const rows = await waitingComments(sql, artistId, MOST_WAITING);
  const authorIds = rows.map(({ authorId }) => authorId);
  const [people, keys, tracks] = await Promise.all([
    findShowable(deps, authorIds),
    deps.personal.keysOf(sql, authorIds),
    trackFacts(sql, rows.flatMap(({ entityType, entityId }) => entityType === "track" ? [entityId] : [])),
  ]);
  return {
    comments: rows.map(({ commentId, authorId, content, createdAt, entityType, entityId }) => ({
      _id: commentId,
      content: keys.get(authorId)?.open("comment", content) ?? "",
      author: people.get(authorId)?.username ?? "Anonymous",
      createdAt: new Date(createdAt).toISOString(),
      place: entityType === "artist" ? "Your page" : tracks.get(entityId)?.title ?? "Your song",
      path: entityType === "artist" ? `/artists/${entityId}` : `/track/${entityId}`,
    })),
  };
}
