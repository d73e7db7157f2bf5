import { type Context, Hono } from "hono";
import type { StoppedGifts } from "../../contract/gift_refunds.ts";
import type { ProposalAnswer, ProposalState } from "../../contract/proposals.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireAdmin, requireUser, type WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { listStoppedGifts } from "./reads.ts";
import { letGiftGo } from "./kind.ts";
import { stopGift, stopOwnGift } from "./stop.ts";

/** Gifts of tokens are stopped while they settle, by their giver or an admin. */
export function giftStopRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to decide on a gift");
  return new Hono()
    .post("/api/v1/gifts/:id/stop", requireUser(deps), async (c) => {
      await stopOwnGift(deps, askedOf(c));
      return c.json({ message: STOPPED }, 200);
    })
    .get("/api/v1/admin/gifts/stopped", requireAdmin(deps), async (c) => {
      return c.json(await listStoppedGifts(deps) satisfies StoppedGifts, 200);
    })
    .post("/api/v1/admin/gifts/:id/stop", requireAdmin(deps), fresh, async (c) => {
      await stopGift(deps, askedOf(c));
      return c.json({ message: STOPPED }, 200);
    })
    .post("/api/v1/admin/gifts/:id/let-go", requireAdmin(deps), fresh, async (c) => {
      const state = await letGiftGo(deps, askedOf(c));
      return c.json({ message: LET_GO[state], state } satisfies ProposalAnswer, state === "waiting" ? 202 : 200);
    });
}

const STOPPED = "The gift is stopped. We look at it within 72 hours; without a decision the artist has it then.";

const LET_GO: Readonly<Record<ProposalState, string>> = {
  done: "The artist has the gift within minutes",
  waiting: "An admin on another side has to confirm this: see Proposals",
  decided_before: "This gift has settled or gone back already",
};

function askedOf(c: Context<WithSession>) {
  const { userId } = c.var.session;
  return { giftId: idInPath(c, "id", "Gift not found"), userId, metadata: metadataOf(c, userId) };
}
