import { decideGroup, getGroup, listGroups, noteGroup } from "@contract/calls/trust.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { GroupAction } from "@contract/groups.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["admin", "groups"];

/** Groups of linked accounts, the most money at stake first. */
export function useGroups() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAsAdmin(listGroups, { signal }) });
}

/** One group with its evidence and history. */
export function useGroup(groupId: string) {
  return useQuery({
    queryKey: [...KEY, groupId],
    queryFn: ({ signal }) => askAsAdmin(getGroup, { id: groupId, signal }),
  });
}

/** What an admin does about a group. */
export type GroupStep =
  | { step: "decide"; action: GroupAction; reason: string }
  | { step: "note"; note: string };

/** Sends a step; the answer is the group as it is then. */
export function useGroupStep(groupId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: GroupStep) =>
      asked.step === "decide"
        ? askAsAdmin(decideGroup, { id: groupId, body: { action: asked.action, reason: asked.reason } })
        : askAsAdmin(noteGroup, { id: groupId, body: { note: asked.note } }),
    onSuccess: (answer) => client.setQueryData([...KEY, groupId], answer),
    // What waits for another side, too.
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
