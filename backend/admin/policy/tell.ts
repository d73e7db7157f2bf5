import { longDay } from "../../contract/long_day.ts";
import type { Deps } from "../../deps.ts";
import { tellTeam } from "../../approvals/tell.ts";
import type { PolicyChanged } from "./events.ts";

/** Mails each admin about proposed rules, once for each event; `at` in epoch ms. */
export async function tellOfRules(
  deps: Deps,
  { policy, reason, eventId, at }: PolicyChanged["data"] & { readonly eventId: string; readonly at: number },
): Promise<void> {
  const notice = {
    subject: "Looser rules are proposed",
    heading: "An admin proposes looser rules",
    lines: [
      `Version ${policy.version} would let more money out from ${longDay(Date.parse(policy.effectiveFrom))} on. ` +
      `The reason given: ${reason}`,
      "It takes effect only if an admin on another side confirms it. Any owner can withdraw it.",
    ],
    link: { label: "See the change", path: "/admin-policy" },
  };
  await tellTeam(deps, { notice, eventId, at });
}
