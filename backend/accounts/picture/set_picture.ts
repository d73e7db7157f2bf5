import type { Deps } from "../../deps.ts";
import { accountHandler } from "../account/accounts.ts";
import type { PictureChanged } from "../account/events.ts";
import type { Origin } from "../account/register.ts";
import { changePicture } from "../account/state.ts";

/** Shows a stored picture beside someone's name, or none. */
export async function setPicture(
  deps: Pick<Deps, "store">,
  userId: string,
  { picture, metadata }: Pick<PictureChanged["data"], "picture"> & Origin,
): Promise<void> {
  await deps.store.execute(pictureChange, { userId, ...(picture && { picture }) }, { logs: ["social"], metadata });
}

const pictureChange = accountHandler<PictureChanged["data"]>("changePicture", changePicture);
