import * as calls from "../../contract/calls/listening.ts";
import { Routes } from "../../http/routes.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { AskAnswer, PlayingDevices, PlayingQueue, ToldAnswer } from "../../contract/playing.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { idInPath } from "../../http/validate.ts";
import { devicesFor, queueFor } from "./reads.ts";
import { askDevice, closePlaying, tellPlaying } from "./tell.ts";

/** A device that its person watches from another one reports every 5 s, and at each change. */
const TOLD_AN_HOUR = 1_500;
const LOOKS_AN_HOUR = 2_000;
const ASKS_AN_HOUR = 240;
const NO_DEVICE = "This device has nothing in its player any more";

/** What one's devices play: told by those that play, seen, paused and taken over from the others. Nothing here earns. */
export function elsewhereRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.tellPlaying, async (c) => {
      const { userId, sessionId } = c.var.session;
      await takeTurn(deps, { kind: "playing told", perHour: TOLD_AN_HOUR, of: sessionId });
      const answer = await tellPlaying(deps, { userId, sessionId }, c.req.valid("json"));
      return c.json(answer satisfies ToldAnswer, 200);
    })
    .serve(calls.stopPlayingHere, async (c) => {
      const { userId, sessionId } = c.var.session;
      await closePlaying(deps, { userId, sessionId });
      return c.json({ message: "This device plays nothing" } satisfies MessageAnswer, 200);
    })
    .serve(calls.getPlaying, async (c) => {
      await takeTurn(deps, { kind: "playing looked", perHour: LOOKS_AN_HOUR, of: c.var.session.userId });
      return c.json({ devices: await devicesFor(c, deps, c.var.session) } satisfies PlayingDevices, 200);
    })
    .serve(calls.getPlayingOf, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "playing taken", perHour: ASKS_AN_HOUR, of: userId });
      const queue = await queueFor(c, deps, { session: c.var.session, ofSession: idInPath(c, "id", NO_DEVICE) });
      return c.json(queue satisfies PlayingQueue, 200);
    })
    .serve(calls.askPlaying, async (c) => {
      const { userId, sessionId } = c.var.session;
      await takeTurn(deps, { kind: "playing asked", perHour: ASKS_AN_HOUR, of: userId });
      const ask = { ...c.req.valid("json"), ofSession: idInPath(c, "id", NO_DEVICE) };
      const isAnswered = await askDevice(deps, { userId, sessionId }, ask);
      return c.json({ isAnswered } satisfies AskAnswer, 200);
    });
}
