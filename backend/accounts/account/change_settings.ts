import type { Deps } from "../../deps.ts";
import { accountHandler } from "./accounts.ts";
import type { Origin } from "./register.ts";
import { type AccountSettings, changeSettings as decideSettings } from "./state.ts";

/** Sets whether optional mails are welcome and whether artists see the name; missing settings stay unchanged. */
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
