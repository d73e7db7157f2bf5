import { paymentLotPlays, paymentLots, personPlay } from "@contract/calls/admin_payments.ts";
import { NOTED, useAnswer, usePages } from "../shell/queries.ts";

const KEY = ["admin", "explorer"];

/** What pays for a withdrawal. */
export function usePayoutLots(withdrawalId: string) {
  return useAnswer([...KEY, withdrawalId], paymentLots, { id: withdrawalId }, NOTED);
}

/** The plays behind what a withdrawal takes of a lot, a page at a time. */
export function useLotPlays(withdrawalId: string, transferId: string) {
  return usePages([...KEY, withdrawalId, transferId], paymentLotPlays, { id: withdrawalId, transferId });
}

/** A play's receipt and its proof. */
export function usePlayProof(userId: string, playId: string) {
  return useAnswer([...KEY, "play", playId], personPlay, { id: userId, playId });
}
