import * as calls from "../../contract/calls/gifts.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { StoppedGifts } from "../../contract/gift_refunds.ts";
import type { ProposalAnswer, ProposalState } from "../../contract/proposals.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { listStoppedGifts } from "./reads.ts";
import { letGiftGo } from "./kind.ts";
import { stopGift, stopOwnGift } from "./stop.ts";

/** Gifts of tokens are stopped while they settle, by their giver or an admin. */
export function giftStopRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to decide on a gift");
  return new Routes(deps)
    .serve(calls.stopGift, async (c) => {
      await stopOwnGift(deps, askedOf(c));
      return c.json({ message: STOPPED }, 200);
    })
    .serve(calls.listStoppedGifts, async (c) => {
      return c.json(await listStoppedGifts(deps) satisfies StoppedGifts, 200);
    })
    .serve(calls.stopSettlingGift, fresh, async (c) => {
      await stopGift(deps, askedOf(c));
      return c.json({ message: STOPPED }, 200);
    })
    .serve(calls.releaseStoppedGift, fresh, async (c) => {
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
