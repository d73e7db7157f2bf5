import * as calls from "../../contract/calls/gifts.ts";
import { Routes } from "../../http/routes.ts";
import type { SupporterThanks } from "../../contract/gifts.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { thank } from "../give.ts";
import { ownThanks } from "./reads.ts";
import { thankSupporters } from "./thank.ts";

const THANKS_AN_HOUR = 120;
const THANKS_TO_ALL_AN_HOUR = 30;

/** An artist's thanks, for one gift or to all who gave. */
export function thanksRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.thankGiver, async (c) => {
      const { userId: artistId } = c.var.session;
      const giftId = idInPath(c, "id", "Gift not found");
      const { message } = c.req.valid("json");
      await takeTurn(deps, { kind: "thanks", perHour: THANKS_AN_HOUR, of: artistId });
      await thank(deps, { giftId, artistId, message, metadata: metadataOf(c, artistId) });
      return c.json({ message: "Your thank-you was sent" }, 200);
    })
    .serve(calls.getThanks, async (c) => {
      return c.json(await ownThanks(deps, c.var.session.userId) satisfies SupporterThanks, 200);
    })
    .serve(calls.thankAll, async (c) => {
      const artistId = c.var.session.userId;
      await takeTurn(deps, { kind: "thanks_to_all", perHour: THANKS_TO_ALL_AN_HOUR, of: artistId });
      const origin = { metadata: metadataOf(c, artistId), commandId: commandIdOf(c) };
      await thankSupporters(deps, { artistId, ...c.req.valid("json") }, origin);
      return c.json(await ownThanks(deps, artistId) satisfies SupporterThanks, 201);
    });
}
