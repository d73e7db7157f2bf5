import { decideGroup, getGroup, listGroups, noteGroup } from "@contract/calls/trust.ts";
import type { GroupAction } from "@contract/groups.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "groups"];

/** Groups of linked accounts, the most money at stake first. */
export function useGroups() {
  return useAnswer(KEY, listGroups);
}

/** One group with its evidence and history. */
export function useGroup(groupId: string) {
  return useAnswer([...KEY, groupId], getGroup, { id: groupId });
}

/** What an admin does about a group. */
export type GroupStep =
  | { step: "decide"; action: GroupAction; reason: string }
  | { step: "note"; note: string };

/** Sends a step; the answer is the group as it is then. What waits for another side follows, too. */
export function useGroupStep(groupId: string) {
  return useChange(
    (asked: GroupStep) =>
      asked.step === "decide"
        ? askAsAdmin(decideGroup, { id: groupId, body: { action: asked.action, reason: asked.reason } })
        : askAsAdmin(noteGroup, { id: groupId, body: { note: asked.note } }),
    { holds: [...KEY, groupId], renews: [["admin"]] },
  );
}
