import { PROVIDER_NAME } from "../../contract/payments.ts";
import type { LostFact } from "./events.ts";

/** What a finding says, in words. */
export function findingText(fact: LostFact): string {
  switch (fact.kind) {
    case "payout_unknown":
      return `${PROVIDER_NAME} has a payout that Orin does not know: ${fact.subject} (${fact.status})`;
    case "charge_unknown":
      return `${PROVIDER_NAME} has a payment that Orin does not know: ${fact.subject} (${fact.status})`;
    case "log_behind":
      return `The log ${fact.subject} ends at event ${fact.ours}. It had ${fact.kept} events before`;
    case "log_differs":
      return `The log ${fact.subject} has another event at place ${fact.kept} than before`;
    case "epoch_behind":
      return `Admins accepted a restore before that this database does not know of (${fact.kept}, here ${fact.ours})`;
    case "other_installation":
      return `The files belong to another database of Orin (${fact.subject})`;
  }
}
