import * as calls from "../../contract/calls/social.ts";
import { Routes } from "../../http/routes.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { BlockList } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { blockAuthor, listBlocks, unblock } from "./block.ts";

const BLOCKS_AN_HOUR = 60;

/** Whom someone does not want to read, nor be answered by. */
export function blockRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.blockCommenter, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "block", perHour: BLOCKS_AN_HOUR, of: userId });
      const commentId = idInPath(c, "id", "Comment not found");
      await blockAuthor(deps, { userId, commentId, metadata: metadataOf(c, userId) });
      return c.json({ message: "You will read nothing of this person any more" } satisfies MessageAnswer, 200);
    })
    .serve(calls.listBlocks, async (c) => {
      return c.json(await listBlocks(deps, c.var.session.userId) satisfies BlockList, 200);
    })
    .serve(calls.unblock, async (c) => {
      const { userId } = c.var.session;
      const blockId = idInPath(c, "blockId", "You have not blocked this person");
      await unblock(deps, { userId, blockId, metadata: metadataOf(c, userId) });
      return c.json(await listBlocks(deps, userId) satisfies BlockList, 200);
    });
}
