import { longDay } from "../../contract/long_day.ts";
import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import { derivedId } from "../../store/log/ids.ts";
import { readTeam } from "../team/reads.ts";
import type { PolicyChanged } from "./events.ts";

/** Mails each admin about a proposed change, once for each event; `at` in epoch ms. */
export async function tellTeam(
  deps: Deps,
  { policy, reason, eventId, at }: PolicyChanged["data"] & { readonly eventId: string; readonly at: number },
): Promise<void> {
  const notice = {
    subject: "Looser rules are proposed",
    heading: "An admin proposes looser rules",
    lines: [
      `Version ${policy.version} would let more money out from ${longDay(Date.parse(policy.effectiveFrom))} on. ` +
      `The reason given: ${reason}`,
      "It takes effect only if an admin on another side confirms it. Any admin can cancel it.",
    ],
    link: { label: "See the change", path: "/admin-policy" },
  };
  for (const { userId } of await readTeam(deps.store.sql)) {
    await mailMoney(deps, { mailId: derivedId(eventId, userId), userId, at, notice });
  }
}
