import * as calls from "../../contract/calls/uploads.ts";
import { Routes } from "../../http/routes.ts";
import { findTracks, trackFacts } from "../../../projections/catalogue/tracks.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { CreditsAnswer, OwnCreditsAnswer } from "../../contract/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { CODES_A_DAY, giveIsrc } from "../own_code/give.ts";
import { answerFeature, ask, changeCredits, changeTracks, takeFeatureBack } from "./change.ts";
import { creditsOf, publicCredits } from "./reads.ts";

const NO_TRACK = "Track not found";
/** A list that was asked for right after a change shows it. */
const SHOWN = ["tracks", "search"];
const CHANGES_AN_HOUR = 600;
/** Each one tells a stranger. */
const ASKED_AN_HOUR = 30;

/** Who made a song: everyone reads it where the song is, its artist writes it, and who is featured agrees first. */
export function creditRoutes(deps: Deps) {
  return new Routes(deps).include(featureRoutes(deps))
    .serve(calls.getCredits, async (c) => {
      const trackId = idInPath(c, "trackId", NO_TRACK);
      if (!(await findTracks(deps.store.sql, [trackId])).has(trackId)) throw new Refusal("not_found", NO_TRACK);
      const found = (await creditsOf(deps, [trackId])).get(trackId);
      if (!found) throw new Refusal("not_found", NO_TRACK);
      c.header("cache-control", "public, max-age=60");
      return c.json(publicCredits(found) satisfies CreditsAnswer, 200);
    })
    .serve(calls.getOwnCredits, async (c) => {
      c.header("cache-control", "no-store");
      const trackId = idInPath(c, "trackId", NO_TRACK);
      return c.json(await ownCredits(deps, { trackId, ownerId: c.var.session.userId }), 200);
    })
    .serve(calls.changeCredits, async (c) => {
      const { userId: ownerId } = c.var.session;
      await takeTurn(deps, { kind: "credits", perHour: CHANGES_AN_HOUR, of: ownerId });
      const trackId = idInPath(c, "trackId", NO_TRACK);
      await changeCredits(deps, { trackId, ownerId, edit: c.req.valid("json") }, metadataOf(c, ownerId));
      return c.json(await ownCredits(deps, { trackId, ownerId }), 200);
    })
    .serve(calls.giveIsrc, async (c) => {
      const { userId: ownerId } = c.var.session;
      await takeTurn(deps, { kind: "credits", perHour: CHANGES_AN_HOUR, of: ownerId });
      await takeTurn(deps, { kind: "ISRC", perDay: CODES_A_DAY.isrc, of: ownerId });
      const trackId = idInPath(c, "trackId", NO_TRACK);
      await giveIsrc(deps, { trackId, ownerId }, metadataOf(c, ownerId));
      return c.json(await ownCredits(deps, { trackId, ownerId }), 200);
    })
    .serve(calls.changeTracks, async (c) => {
      const { userId: ownerId } = c.var.session;
      await takeTurn(deps, { kind: "credits", perHour: CHANGES_AN_HOUR, of: ownerId });
      const edit = c.req.valid("json");
      const positions = await changeTracks(deps, { ownerId, edit }, metadataOf(c, ownerId));
      await deps.store.catchUp(SHOWN, { positions });
      return c.json({ message: "Songs updated successfully" } satisfies MessageAnswer, 200);
    });
}

/** Who is featured: the song's artist asks, and the other one answers. */
function featureRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.askFeature, async (c) => {
      const { userId: ownerId } = c.var.session;
      await takeTurn(deps, { kind: "feature", perHour: ASKED_AN_HOUR, of: ownerId });
      const trackId = idInPath(c, "trackId", NO_TRACK);
      await ask(deps, { trackId, ownerId, ...c.req.valid("json") }, metadataOf(c, ownerId));
      return c.json(await ownCredits(deps, { trackId, ownerId }), 200);
    })
    .serve(calls.removeFeature, async (c) => {
      const { userId: ownerId } = c.var.session;
      const trackId = idInPath(c, "trackId", NO_TRACK);
      const command = { trackId, ownerId, artistId: idInPath(c, "artistId", "Artist not found") };
      await deps.store.execute(takeFeatureBack, command, { logs: ["social"], metadata: metadataOf(c, ownerId) });
      return c.json(await ownCredits(deps, { trackId, ownerId }), 200);
    })
    .serve(calls.answerFeature, async (c) => {
      const { userId: artistId } = c.var.session;
      const trackId = idInPath(c, "trackId", "Nobody asks you about this song any more");
      const command = { trackId, artistId, accepted: c.req.valid("json").accept };
      await deps.store.execute(answerFeature, command, { logs: ["social"], metadata: metadataOf(c, artistId) });
      return c.json({ success: true }, 200);
    });
}

async function ownCredits(
  deps: Deps,
  { trackId, ownerId }: { readonly trackId: string; readonly ownerId: string },
): Promise<OwnCreditsAnswer> {
  const track = (await trackFacts(deps.store.sql, [trackId])).get(trackId);
  if (track?.ownerId !== ownerId) throw new Refusal("not_found", NO_TRACK);
  const found = (await creditsOf(deps, [trackId])).get(trackId);
  return found ?? { credits: { writers: [], producers: [], isrc: "", explicit: false }, featured: [] };
}
