import { Hono } from "hono";
import { Id, newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { UploadAnswer } from "../contract/uploads.ts";
import type { Deps } from "../deps.ts";
import { requireAdmin } from "../http/session.ts";
import { findCreatorByName } from "../../projections/creators.ts";
import { findUser } from "../../projections/users.ts";
import { LOG_IN_AGAIN, receiveUpload } from "./routes_uploads.ts";

const SETTLE_MS = 1_000;

/** Admins upload for a creator, by the same form as creators. */
export function adminUploadRoutes(deps: Deps) {
  /** Whom the form names; an artist whose name stands on it; else the admin's own account. */
  const ownerOf = async (fields: Readonly<Record<string, string>>, adminId: string): Promise<string> => {
    const { creatorId = "", artist = "" } = fields;
    if (creatorId === "") return (await findCreatorByName(deps.store.sql, artist.trim()))?.creatorId ?? adminId;
    const id = Id.safeParse(creatorId);
    const user = id.success ? await findUser(deps.store.sql, id.data) : undefined;
    if (user?.role !== "creator") throw new Refusal("invalid_request", "Creator not found", { field: "creatorId" });
    return user.userId;
  };

  return new Hono().post("/api/v1/admin/upload-track", requireAdmin(deps, LOG_IN_AGAIN), async (c) => {
    const { userId } = c.var.session;
    const trackId = newId(deps.now());
    await receiveUpload(deps, c, { trackId, actorId: userId, ownerOf: (fields) => ownerOf(fields, userId) });
    await deps.store.settle(SETTLE_MS);
    const answer: UploadAnswer = { success: true, message: "Track uploaded successfully", trackId };
    return c.json(answer, 201);
  });
}
