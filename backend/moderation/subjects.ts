import { findComments } from "../../projections/social/comments.ts";
import { findOwnCreator } from "../../projections/catalogue/creators.ts";
import { findGift } from "../../projections/gifts/gifts.ts";
import { findPlaylists } from "../../projections/catalogue/playlists.ts";
import { findPosts } from "../../projections/social/posts.ts";
import { pictureUrl } from "../../projections/accounts/media_urls.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { findUser } from "../../projections/accounts/users.ts";
import type { SubjectKind } from "../contract/moderation.ts";
import type { Deps } from "../deps.ts";
import { findThankWords } from "../gifts/thanks/reads.ts";

/** Something that a case is about, as moderators see it. */
interface Subject {
  readonly ownerId: string;
  /** What it is called; empty where it has no name. */
  readonly title: string;
  /** The words of a comment. */
  readonly text?: string | undefined;
  /** Where it is in the app. */
  readonly path: string;
  readonly pictureUrl: string;
  /** Whether everybody can see it now. */
  readonly isShown: boolean;
}

type SubjectDeps = Pick<Deps, "store" | "personal">;

/** The thing of a case, hidden or not; undefined for what does not exist, or what only its owner may see. */
export async function findSubject(deps: SubjectDeps, kind: SubjectKind, id: string): Promise<Subject | undefined> {
  return await FINDERS[kind](deps, id);
}

const FINDERS: Readonly<Record<SubjectKind, (deps: SubjectDeps, id: string) => Promise<Subject | undefined>>> = {
  async song({ store: { sql } }, id) {
    const track = (await trackFacts(sql, [id])).get(id);
    if (!track || track.availableFrom === Infinity && !track.held) return undefined;
    const { ownerId, title, artist, coverImageUrl, published } = track;
    return {
      ...{ ownerId, title: `${title} · ${artist}`, path: `/track/${id}`, pictureUrl: coverImageUrl },
      isShown: published,
    };
  },
  async artist({ store: { sql } }, id) {
    const artist = await findOwnCreator(sql, id);
    if (!artist) return undefined;
    return { ownerId: id, title: artist.name, path: `/artists/${id}`, pictureUrl: artist.pictureUrl, isShown: true };
  },
  async comment({ store: { sql }, personal }, id) {
    const comment = (await findComments(sql, [id])).get(id);
    if (!comment) return undefined;
    const key = (await personal.keysOf(sql, [comment.authorId])).get(comment.authorId);
    const { entityType, entityId, authorId } = comment;
    const path = entityType === "artist" ? `/artists/${entityId}` : `/track/${entityId}`;
    const text = key?.open("comment", comment.content);
    return { ownerId: authorId, title: "", text, path, pictureUrl: "", isShown: !comment.isHeld };
  },
  async post({ store: { sql }, personal }, id) {
    const post = (await findPosts(sql, [id])).get(id);
    // What an artist writes to givers is reported as their posts are.
    const words = post ?? await findThankWords(sql, { id, gift: await findGift(sql, id) });
    if (!words) return undefined;
    const { artistId: ownerId, content, isHidden } = words;
    const key = (await personal.keysOf(sql, [ownerId])).get(ownerId);
    const text = key?.open("field" in words ? words.field : "post", content);
    const path = post ? `/artists/${ownerId}#posts` : `/artists/${ownerId}`;
    return { ownerId, title: "", text, path, pictureUrl: "", isShown: !isHidden };
  },
  async playlist({ store: { sql } }, id) {
    const list = (await findPlaylists(sql, [id])).get(id);
    if (list?.wantedName === undefined) return undefined;
    const { ownerId, wantedName: title, publicName } = list;
    return { ownerId, title, path: `/playlists/${id}`, pictureUrl: "", isShown: publicName !== undefined };
  },
  async picture({ store: { sql } }, id) {
    const [user, artist] = await Promise.all([findUser(sql, id), findOwnCreator(sql, id)]);
    const url = artist?.pictureUrl || pictureUrl(user?.picture);
    if (!user || user.closing || url === "") return undefined;
    return { ownerId: id, title: artist?.name ?? "", path: `/artists/${id}`, pictureUrl: url, isShown: true };
  },
};
