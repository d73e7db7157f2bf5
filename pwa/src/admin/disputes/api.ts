import { acceptDispute, getDispute, listDisputes, noteContested } from "@contract/calls/admin_payments.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { NOTED, useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "disputes"];
const LIST = [...KEY, "list"];

/** The disputes of payments, open first. */
export function useDisputes() {
  return useAnswer(LIST, listDisputes);
}

/** One dispute. */
export function useDispute(disputeId: string) {
  return useAnswer([...KEY, disputeId], getDispute, { id: disputeId }, NOTED);
}

/** What an admin does about a dispute. */
export type DisputeStep = { step: "accept" | "contested"; note: string };

/** Sends a step; the answer is the dispute as it is then. */
export function useDisputeStep(disputeId: string) {
  return useChange(
    ({ step, note }: DisputeStep) =>
      askAsAdmin(step === "accept" ? acceptDispute : noteContested, { id: disputeId, body: { note } }),
    {
      holds: [...KEY, disputeId],
      refusalRenews: [[...KEY, disputeId]],
      renews: [LIST, ["admin", "proposals"]],
    },
  );
}
