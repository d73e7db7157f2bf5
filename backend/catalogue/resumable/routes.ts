import * as calls from "../../contract/calls/uploads.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { routePath } from "hono/route";
import { subscribedUntil } from "../../../projections/subscriptions/subscriptions.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ResumableUpload, ResumableUploads } from "../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { commandIdOf } from "../../http/request_id.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import type { Session, WithSession } from "../../http/session.ts";
import { answerTus, TUS_EXTENSIONS, TUS_VERSION, TusLocks } from "../../http/tus.ts";
import { idInPath } from "../../http/validate.ts";
import { actsAsAdmin } from "../upload/routes.ts";
import { AtOnce } from "../upload/running_uploads.ts";
import { openUploads, resumableAnswer } from "./status.ts";
import { findChecked, resumableFiles, resumableIdOf } from "./receive.ts";

const PATH = "/api/v1/uploads";
/** A phone that loses its line every few seconds begins again as often. */
const REQUESTS_AN_HOUR = 3_000;
const BEGUN_AN_HOUR = 120;
/** Of one person, with those that a phone has lost and does not know of yet. */
const PIECES_AT_ONCE = 8;

/**
 * Recordings that come in pieces (tus 1.0: https://tus.io/protocols/resumable-upload) and go on where they broke off.
 * When all is here Orin checks the recording; the documented call then makes a song of it, by its `uploadId`.
 */
export function resumableRoutes(deps: Deps) {
  const running = new AtOnce(PIECES_AT_ONCE);
  const locks = new TusLocks();
  const tus = async (c: Context<WithSession>, uploadId: string) => {
    const sender = await senderOf(deps, c);
    await takeTurn(deps, { kind: "upload pieces", perHour: REQUESTS_AN_HOUR, of: sender.ownerId });
    using _turn = running.take(sender.ownerId);
    const files = resumableFiles(deps, sender);
    // Reveals nothing of others' uploads, not even by the order in which a request is refused.
    if (c.req.method !== "POST") await files.find(uploadId);
    return await answerTus(c, { files, id: uploadId, path: PATH, maxBytes: deps.config.maxUploadBytes, locks });
  };

  return new Routes(deps)
    .serve(calls.listUploads, async (c) => {
      return c.json(await openUploads(deps, await senderOf(deps, c)) satisfies ResumableUploads, 200);
    })
    .serve(calls.beginUpload, async (c) => {
      await takeTurn(deps, { kind: "uploads begun", perHour: BEGUN_AN_HOUR, of: c.var.session.userId });
      return await tus(c, resumableIdOf(c.var.session.userId, commandIdOf(c)));
    })
    .serve(calls.getUpload, async (c) => {
      const uploadId = uploadIdIn(c);
      if (c.req.method === "HEAD") return await tus(c, uploadId);
      const { ownerId } = await senderOf(deps, c);
      await takeTurn(deps, { kind: "upload looked at", perHour: REQUESTS_AN_HOUR, of: ownerId });
      const row = await findChecked(deps, { uploadId, ownerId, waitMs: c.req.valid("query").wait * 1_000 });
      return c.json(resumableAnswer(row) satisfies ResumableUpload, 200);
    })
    .serve(calls.sendUploadPiece, async (c) => await tus(c, uploadIdIn(c)))
    .serve(calls.cancelUpload, async (c) => await tus(c, uploadIdIn(c)))
    .serve(calls.uploadOptions, (c) => {
      return c.body(null, 204, {
        "tus-resumable": TUS_VERSION,
        "tus-version": TUS_VERSION,
        "tus-extension": TUS_EXTENSIONS,
        "tus-max-size": String(deps.config.maxUploadBytes),
      });
    });
}

function uploadIdIn(c: Context): string {
  return idInPath(c, "id", "Upload not found");
}

/** Who sends: an artist their own songs, or an admin whose role uploads for artists. Throws Refusal otherwise. */
async function senderOf(deps: Deps, c: Context<WithSession>): Promise<{ ownerId: string; isPremium: boolean }> {
  const { session } = c.var;
  const ownerId = session.userId;
  if (actsAsAdmin(deps, session, calledPath(c))) return { ownerId, isPremium: true };
  if (!isArtist(session)) throw new Refusal("creators_only", "Only creators can do this");
  return { ownerId, isPremium: (await subscribedUntil(deps.store.sql, ownerId) ?? 0) > deps.now() };
}

function isArtist({ role, audience }: Session): boolean {
  return role === "creator" && audience !== "enrolment";
}

/** As it is declared: a question for the length is a read. */
function calledPath(c: Context): string {
  return `${c.req.method === "HEAD" ? "GET" : c.req.method} ${routePath(c)}`;
}
