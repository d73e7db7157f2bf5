import * as calls from "../../contract/calls/releases.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { newId } from "../../contract/ids.ts";
import { roleMay } from "../../contract/memberships.ts";
import {
  type PresaveAnswer,
  type Release,
  type ReleaseAnswer,
  type ReleaseList,
  upcOf,
} from "../../contract/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import { compact } from "../../contract/compact.ts";
import { MAX_PICTURE_BYTES } from "../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { formBody, receiveForm } from "../../http/form.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { ownArtistName } from "../artist/names.ts";
import { askedOf } from "../song_credits/reads.ts";
import { presaveRelease, takePresave } from "../presave/press.ts";
import { workFolder } from "../rendition/make.ts";
import { uploadIdOf } from "../upload/upload.ts";
import {
  changeRelease,
  declareRelease,
  draftRelease,
  orderRelease,
  setArtwork,
  setReleaseDate,
  unscheduleRelease,
} from "./draft.ts";
import { discardRelease, publishRelease, withdrawRelease } from "./publish.ts";
import { CODES_A_DAY, giveUpc } from "../own_code/give.ts";
import { assertUpcMayBe } from "../own_code/typed.ts";
import { ownReleaseOf, releaseCards, upcomingOf } from "./reads.ts";

const NO_RELEASE = "Release not found";
const CHANGES_AN_HOUR = 600;
/** What a change of songs is shown in. */
const SHOWN = ["tracks", "albums", "search", "creators"];

/** What artists do with their releases until they are out, and after. */
export function releaseRoutes(deps: Deps) {
  return new Routes(deps).include(listRoutes(deps)).include(detailRoutes(deps)).include(outRoutes(deps));
}

/** Counts a change, and names whose it is. */
async function changeOf(deps: Deps, c: Context, ownerId: string) {
  await takeTurn(deps, { kind: "release", perHour: CHANGES_AN_HOUR, of: ownerId });
  return { ids: { releaseId: idOf(c), ownerId }, metadata: metadataOf(c, ownerId) };
}

/** The release as it is by now, also in the lists. */
async function answerOf(
  deps: Deps,
  c: Context<WithSession>,
  ids: { releaseId: string; ownerId: string },
): Promise<ReleaseAnswer> {
  await deps.store.catchUp(SHOWN);
  return { release: seenBy(c, await ownReleaseOf(deps, ids)) };
}

/** The artist's number at the society is for those who may declare for them. */
function seenBy(c: Context<WithSession>, release: Release): Release {
  const { acting } = c.var.session;
  if (!release.declaration || !acting || roleMay(acting.role, "manage")) return release;
  return { ...release, declaration: { ...release.declaration, societyNumber: "" } };
}

/** The list, a new release, one of them, and its end. */
function listRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listReleases, async (c) => {
      const { userId } = c.var.session;
      const [releases, asked] = await Promise.all([releaseCards(deps, userId), askedOf(deps, userId)]);
      return c.json({ releases, asked } satisfies ReleaseList, 200);
    })
    .serve(calls.createRelease, async (c) => {
      const { userId: ownerId } = c.var.session;
      await takeTurn(deps, { kind: "release", perHour: CHANGES_AN_HOUR, of: ownerId });
      const artist = await ownArtistName(deps, ownerId);
      if (artist === undefined) {
        throw new Refusal("invalid_request", "Choose your artist name in the settings first, so that people find you");
      }
      const releaseId = c.req.header("idempotency-key") === undefined
        ? newId(deps.now())
        : uploadIdOf(ownerId, `release ${commandIdOf(c)}`);
      const draft = { releaseId, ownerId, artist, ...c.req.valid("json") };
      await deps.store.execute(draftRelease, draft, { logs: ["social"], metadata: metadataOf(c, ownerId) });
      return c.json(await answerOf(deps, c, { releaseId, ownerId }), 201);
    })
    .serve(calls.getRelease, async (c) => {
      const ids = { releaseId: idOf(c), ownerId: c.var.session.userId };
      return c.json({ release: seenBy(c, await ownReleaseOf(deps, ids)) } satisfies ReleaseAnswer, 200);
    })
    .serve(calls.deleteRelease, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      const { acting } = c.var.session;
      const discard = { ...ids, mayDelete: acting === undefined || roleMay(acting.role, "manage") };
      await deps.store.execute(discardRelease, discard, { logs: ["social"], metadata });
      await deps.store.catchUp(SHOWN);
      return c.json({ message: "The draft is gone" }, 200);
    });
}

const COVER_FORM = { files: { coverImage: { kind: "picture", maxBytes: MAX_PICTURE_BYTES } } } as const;

/** What a release is. */
function detailRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.changeRelease, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      const { was, upc: typed, ...said } = c.req.valid("json");
      const upc = typed === undefined ? undefined : upcOf(typed) ?? "";
      if (upc !== undefined) await assertUpcMayBe(deps, ids.releaseId, upc);
      // Whose name it bears follows the account, whenever it is saved.
      const artist = await ownArtistName(deps, ids.ownerId);
      const details = compact({ ...said, upc, artist });
      await changeRelease(deps, { ...ids, details, was: was && compact(was) }, metadata);
      return c.json(await answerOf(deps, c, ids), 200);
    })
    .serve(calls.giveUpc, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      await takeTurn(deps, { kind: "UPC", perDay: CODES_A_DAY.upc, of: ids.ownerId });
      await giveUpc(deps, ids, metadata);
      return c.json(await answerOf(deps, c, ids), 200);
    })
    .serve(calls.setReleaseCover, formBody(COVER_FORM), async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      await using folder = await workFolder(deps.media);
      const { files } = await receiveForm(c, { folder: folder.path, ...COVER_FORM });
      const cover = files.get("coverImage");
      if (!cover) throw new Refusal("invalid_request", "Please choose a picture", { field: "coverImage" });
      await setArtwork(deps, { ...ids, bytes: await Deno.readFile(cover.path), said: cover }, metadata);
      return c.json(await answerOf(deps, c, ids), 200);
    })
    .serve(calls.orderRelease, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      await orderRelease(deps, { ...ids, ...c.req.valid("json") }, metadata);
      return c.json(await answerOf(deps, c, ids), 200);
    })
    .serve(calls.declareRelease, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      await declareRelease(deps, { ...ids, declaration: c.req.valid("json") }, metadata);
      return c.json(await answerOf(deps, c, ids), 200);
    });
}

/** When it is out. */
function outRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.setReleaseDate, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      const { releaseAt, earlyAccessUntil, was } = c.req.valid("json");
      const earlyUntil = earlyAccessUntil === undefined ? 0 : Date.parse(earlyAccessUntil);
      const seen = was === undefined ? {} : { was: was === null ? 0 : Date.parse(was) };
      await setReleaseDate(deps, { ...ids, at: Date.parse(releaseAt), earlyUntil, ...seen }, metadata);
      return c.json(await answerOf(deps, c, ids), 200);
    })
    .serve(calls.clearReleaseDate, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      await deps.store.execute(unscheduleRelease, ids, { logs: ["social"], metadata });
      return c.json(await answerOf(deps, c, ids), 200);
    })
    .serve(calls.publishRelease, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      await deps.store.execute(publishRelease, { ...ids, by: "owner" }, { logs: ["social"], metadata });
      return c.json(await answerOf(deps, c, ids), 200);
    })
    .serve(calls.withdrawRelease, async (c) => {
      const { ids, metadata } = await changeOf(deps, c, c.var.session.userId);
      await deps.store.execute(withdrawRelease, ids, { logs: ["social"], metadata });
      return c.json(await answerOf(deps, c, ids), 200);
    });
}

/** What listeners see of a release before it is out, and wait for it with. */
export function upcomingRoutes(deps: Deps) {
  const options = (c: Context, userId: string) => ({ logs: ["social"] as const, metadata: metadataOf(c, userId) });
  return new Routes(deps)
    .serve(calls.getUpcoming, async (c) => {
      return c.json(await upcomingOf(deps, { releaseId: idOf(c), userId: c.var.session?.userId }), 200);
    })
    .serve(calls.presave, async (c) => {
      const { userId } = c.var.session;
      await upcomingOf(deps, { releaseId: idOf(c), userId });
      const { result } = await deps.store.execute(presaveRelease, { userId, releaseId: idOf(c) }, options(c, userId));
      return c.json(result satisfies PresaveAnswer, 200);
    })
    .serve(calls.cancelPresave, async (c) => {
      const { userId } = c.var.session;
      const { result } = await deps.store.execute(takePresave, { userId, releaseId: idOf(c) }, options(c, userId));
      return c.json(result satisfies PresaveAnswer, 200);
    });
}

function idOf(c: Context): string {
  return idInPath(c, "releaseId", NO_RELEASE);
}
