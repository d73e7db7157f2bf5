import type { Deps } from "../deps.ts";
import type { Origin } from "./commands.ts";
import { accountHandler } from "./commands_state.ts";
import { changePicture, changeSettings as decideSettings } from "./decide.ts";
import type { PictureChanged } from "./events.ts";

/** Says whether mails may be sent that nobody needs. */
export async function changeSettings(
  deps: Pick<Deps, "store">,
  userId: string,
  { notifications, metadata }: { notifications: boolean } & Origin,
): Promise<void> {
  await deps.store.execute(settingsChange, { userId, notifications }, { logs: ["social"], metadata });
}

/** Shows a stored picture beside somebody's name, or none. */
export async function setPicture(
  deps: Pick<Deps, "store">,
  userId: string,
  { picture, metadata }: Pick<PictureChanged["data"], "picture"> & Origin,
): Promise<void> {
  await deps.store.execute(pictureChange, { userId, ...(picture && { picture }) }, { logs: ["social"], metadata });
}

const settingsChange = accountHandler<{ userId: string; notifications: boolean }>("changeSettings", decideSettings);
const pictureChange = accountHandler<PictureChanged["data"]>("changePicture", changePicture);
