import { blocksOf } from "../../../projections/social/comment_rules.ts";
import { findComments } from "../../../projections/social/comments.ts";
import { findShowable } from "../../accounts/account/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { BlockList } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { blockStream, type PersonBlocked, type PersonUnblocked } from "./events.ts";
import { type BlockState, decideBlock, decideUnblock, evolveBlock } from "./state.ts";

interface Pair {
  readonly userId: string;
  readonly personId: string;
}

const blocks = streamsOf<Pair, BlockState, PersonBlocked | PersonUnblocked>({
  log: "social",
  stream: blockStream,
  initial: undefined,
  evolve: evolveBlock,
});

const blockPerson = blocks.handler("blockPerson", {
  id: ({ userId, personId }: PersonBlocked["data"]) => ({ userId, personId }),
  decide: decideBlock,
  result: ({ after }) => ({ blockId: after ?? "" }),
});

const unblockPerson = blocks.handler("unblockPerson", {
  id: ({ userId, personId }: Pair) => ({ userId, personId }),
  decide: decideUnblock,
  result: () => undefined,
});

/** Blocks the author of a comment; the author's identity is not revealed. Throws Refusal `not_found`, `conflict`. */
export async function blockAuthor(
  deps: Deps,
  { userId, commentId, metadata }: { userId: string; commentId: string; metadata: Metadata },
): Promise<void> {
  const comment = (await findComments(deps.store.sql, [commentId])).get(commentId);
  if (!comment) throw new Refusal("not_found", "Comment not found");
  const block = { userId, personId: comment.authorId, blockId: newId(deps.now()) };
  await deps.store.execute(blockPerson, block, { logs: ["social"], metadata });
}

/** Ends a block of one's own; once more changes nothing. */
export async function unblock(
  deps: Deps,
  { userId, blockId, metadata }: { userId: string; blockId: string; metadata: Metadata },
): Promise<void> {
  const block = (await blocksOf(deps.store.sql, userId)).find((one) => one.blockId === blockId);
  if (block) {
    await deps.store.execute(unblockPerson, { userId, personId: block.personId }, { logs: ["social"], metadata });
  }
}

/** Whom someone has blocked, by the name beside their comments. */
export async function listBlocks(deps: Pick<Deps, "store" | "personal">, userId: string): Promise<BlockList> {
  const found = await blocksOf(deps.store.sql, userId);
  const people = await findShowable(deps, found.map(({ personId }) => personId));
  return {
    people: found.map(({ blockId, personId, at }) => ({
      ...{ blockId, name: people.get(personId)?.username ?? "Someone", at: new Date(at).toISOString() },
    })),
  };
}
