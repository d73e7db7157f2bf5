import * as calls from "../../contract/calls/accounts.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { MediaRefusal } from "../../adapters/media/types.ts";
import { setCreatorPicture } from "../artist/set_picture.ts";
import type { StoredPicture } from "../track/events.ts";
import { storePicture } from "../upload/import_track.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PictureAnswer } from "../../contract/settings.ts";
import { MAX_PICTURE_BYTES } from "../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { formBody, receiveForm } from "../../http/form.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { pictureUrl } from "../../../projections/accounts/media_urls.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { setPicture } from "../../accounts/picture/set_picture.ts";

const FORM = { files: { profilePicture: { kind: "picture", maxBytes: MAX_PICTURE_BYTES } } } as const;

/** The picture beside a person's name, which is also the artist's. */
export function profilePictureRoutes(deps: Deps) {
  const upload = async (c: Context<WithSession>) => {
    const { userId } = c.var.session;
    const picture = await received(deps, c, userId);
    await change(deps, c, { userId, picture });
    return c.json(answer("Profile picture updated successfully", picture), 200);
  };
  const remove = async (c: Context<WithSession>) => {
    await change(deps, c, { userId: c.var.session.userId });
    return c.json(answer("Profile picture deleted successfully"), 200);
  };
  return new Routes(deps)
    .serve(calls.uploadPicture, formBody(FORM), upload)
    .serve(calls.uploadCreatorPicture, formBody(FORM), upload)
    .serve(calls.deletePicture, remove)
    .serve(calls.deleteCreatorPicture, remove);
}

function answer(message: string, picture?: StoredPicture): PictureAnswer {
  const profilePicture = { url: pictureUrl(picture), placeholder: picture?.placeholder ?? "" };
  return { success: true, message, profilePicture };
}

async function received(deps: Deps, c: Context, userId: string): Promise<StoredPicture> {
  const folder = await Deno.makeTempDir({ dir: deps.media.workDir, prefix: "cover-" });
  try {
    const { files } = await receiveForm(c, { folder, ...FORM });
    const file = files.get("profilePicture");
    if (!file) throw new Refusal("invalid_request", "Choose a picture.", { field: "profilePicture" });
    const bytes = await Deno.readFile(file.path);
    return await storePicture(deps, { folder: "pictures", ownerId: userId, bytes, said: file });
  } catch (error) {
    if (!(error instanceof MediaRefusal)) throw error;
    throw new Refusal("not_a_picture", error.message, { field: "profilePicture" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Deletes the files of the picture before: people who remove a picture want it gone. */
async function change(
  deps: Deps,
  c: Context,
  { userId, picture }: { userId: string; picture?: StoredPicture },
): Promise<void> {
  const before = (await findUser(deps.store.sql, userId))?.picture;
  const metadata = metadataOf(c, userId);
  await setPicture(deps, userId, { metadata, ...(picture && { picture }) });
  const command = { creatorId: userId, picture };
  const { positions } = await deps.store.execute(setCreatorPicture, command, { logs: ["social"], metadata });
  // An artist looks at their page right afterwards.
  await deps.store.catchUp(["creators"], { positions });
  if (!before || before.key === picture?.key) return;
  for await (const { key } of deps.files.list(`${before.key}/`)) await deps.files.delete(key);
}
