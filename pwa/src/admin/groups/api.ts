import type { GroupAction, GroupAnswer, GroupsAnswer } from "@contract/groups.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/groups";
const KEY = ["admin", "groups"];

/** Groups of linked accounts, the most money at stake first. */
export function useGroups() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<GroupsAnswer>(PATH, { signal }) });
}

/** One group with its evidence and history. */
export function useGroup(groupId: string) {
  return useQuery({
    queryKey: [...KEY, groupId],
    queryFn: ({ signal }) => adminApi<GroupAnswer>(`${PATH}/${groupId}`, { signal }),
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
        ? adminApi<GroupAnswer>(`${PATH}/${groupId}/decisions`, {
          method: "POST",
          body: { action: asked.action, reason: asked.reason },
        })
        : adminApi<GroupAnswer>(`${PATH}/${groupId}/notes`, { method: "POST", body: { note: asked.note } }),
    onSuccess: (answer) => client.setQueryData([...KEY, groupId], answer),
    // What waits for another side, too.
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
