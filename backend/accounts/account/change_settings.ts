import type { Deps } from "../../deps.ts";
import { accountHandler } from "./accounts.ts";
import type { Origin } from "./register.ts";
import { type AccountSettings, changeSettings as decideSettings } from "./state.ts";

/** Says whether mails may be sent that nobody needs, and whether artists see the name; what is left out stays. */
export async function changeSettings(
  deps: Pick<Deps, "store">,
  userId: string,
  { settings, metadata }: { settings: Partial<AccountSettings> } & Origin,
): Promise<void> {
  await deps.store.execute(settingsChange, { userId, ...settings }, { logs: ["social"], metadata });
}

const settingsChange = accountHandler<{ userId: string } & Partial<AccountSettings>>(
  "changeSettings",
  decideSettings,
);
