import type { Deps } from "../deps.ts";
import type { Origin } from "./commands.ts";
import { accountHandler } from "./commands_state.ts";
import { type AccountSettings, changePicture, changeSettings as decideSettings } from "./decide.ts";
import type { PictureChanged } from "./events.ts";

/** Says whether mails may be sent that nobody needs, and whether artists see the name; what is left out stays. */
export async function changeSettings(
  deps: Pick<Deps, "store">,
  userId: string,
  { settings, metadata }: { settings: Partial<AccountSettings> } & Origin,
): Promise<void> {
  await deps.store.execute(settingsChange, { userId, ...settings }, { logs: ["social"], metadata });
}

/** Shows a stored picture beside someone's name, or none. */
export async function setPicture(
  deps: Pick<Deps, "store">,
  userId: string,
  { picture, metadata }: Pick<PictureChanged["data"], "picture"> & Origin,
): Promise<void> {
  await deps.store.execute(pictureChange, { userId, ...(picture && { picture }) }, { logs: ["social"], metadata });
}

const settingsChange = accountHandler<{ userId: string } & Partial<AccountSettings>>(
  "changeSettings",
  decideSettings,
);
const pictureChange = accountHandler<PictureChanged["data"]>("changePicture", changePicture);
