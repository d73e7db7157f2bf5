import { Hono } from "hono";
import type { SupporterThanks } from "../../contract/gifts.ts";
import { ThankAllRequest, ThanksRequest } from "../../contract/requests/gifts.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../../http/request_id.ts";
import { actingCreator } from "../../http/session.ts";
import { idInPath, jsonBody } from "../../http/validate.ts";
import { thank } from "../give.ts";
import { ownThanks } from "./reads.ts";
import { thankSupporters } from "./write.ts";

const THANKS_AN_HOUR = 120;
const THANKS_TO_ALL_AN_HOUR = 30;

/** An artist's thanks, for one gift or to all who gave. */
export function thanksRoutes(deps: Deps) {
  return new Hono()
    .post("/api/v1/gifts/:id/thanks", actingCreator(deps, "edit"), jsonBody(ThanksRequest), async (c) => {
      const { userId: artistId } = c.var.session;
      const giftId = idInPath(c, "id", "Gift not found");
      const { message } = c.req.valid("json");
      await takeTurn(deps, { kind: "thanks", perHour: THANKS_AN_HOUR, of: artistId });
      await thank(deps, { giftId, artistId, message, metadata: metadataOf(c, artistId) });
      return c.json({ message: "Your thank-you was sent" }, 200);
    })
    .get("/api/v1/gifts/thanks", actingCreator(deps, "read"), async (c) => {
      return c.json(await ownThanks(deps, c.var.session.userId) satisfies SupporterThanks, 200);
    })
    .post("/api/v1/gifts/thanks", actingCreator(deps, "edit"), jsonBody(ThankAllRequest), async (c) => {
      const artistId = c.var.session.userId;
      await takeTurn(deps, { kind: "thanks_to_all", perHour: THANKS_TO_ALL_AN_HOUR, of: artistId });
      const origin = { metadata: metadataOf(c, artistId), commandId: commandIdOf(c) };
      await thankSupporters(deps, { artistId, ...c.req.valid("json") }, origin);
      return c.json(await ownThanks(deps, artistId) satisfies SupporterThanks, 201);
    });
}
