import type { Deps } from "../deps.ts";
import { mailMoney } from "../mails/send.ts";
import type { MoneyNotice } from "../mails/templates.ts";
import { derivedId } from "../store/log/ids.ts";
import { readTeam } from "./reads.ts";

/** Mails each admin about an event, once; `at` in epoch ms. */
export async function tellTeam(
  deps: Deps,
  { notice, eventId, at }: { readonly notice: MoneyNotice; readonly eventId: string; readonly at: number },
): Promise<void> {
  for (const { userId } of await readTeam(deps.store.sql, deps.now())) {
    await mailMoney(deps, { mailId: derivedId(eventId, userId), userId, at, notice });
  }
}
