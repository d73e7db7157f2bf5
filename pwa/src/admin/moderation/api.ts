import type {
  AppealVerdict,
  CaseAnswer,
  CaseList,
  CaseQueue,
  SubjectKind,
  SuspensionAppealQueue,
  SuspensionAppealShown,
} from "@contract/moderation.ts";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/moderation";
const KEY = ["admin", "moderation"];

/** What waits for a decision, or was decided. */
export function useCaseQueue(list: CaseList) {
  return useInfiniteQuery({
    queryKey: [...KEY, "queue", list],
    queryFn: ({ pageParam, signal }) =>
      adminApi<CaseQueue>(`${PATH}?list=${list}${pageParam && `&cursor=${pageParam}`}`, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Something that a case is about. */
export interface Thing {
  kind: SubjectKind;
  subjectId: string;
}

/** One case. Each look is recorded, so it is asked for once. */
export function useCase({ kind, subjectId }: Thing) {
  return useQuery({
    queryKey: [...KEY, kind, subjectId],
    queryFn: ({ signal }) => adminApi<CaseAnswer>(`${PATH}/${kind}/${subjectId}`, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** A decision: its call, and what it says. */
export interface Step {
  /** The end of the path: `hide`, or `claims/<id>/grant`. */
  path: string;
  body: Record<string, string | number | boolean>;
}

/** Decides; the answer is the case as it is then. What someone else decided meanwhile is loaded anew. */
export function useStep({ kind, subjectId }: Thing) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ path, body }: Step) =>
      adminApi<CaseAnswer>(`${PATH}/${kind}/${subjectId}/${path}`, { method: "POST", body }),
    onSuccess: (answer) => client.setQueryData([...KEY, kind, subjectId], answer),
    onError: () => void client.invalidateQueries({ queryKey: [...KEY, kind, subjectId] }),
    onSettled: () => client.invalidateQueries({ queryKey: [...KEY, "queue"] }),
  });
}

const APPEALS = "/api/v1/admin/suspension-appeals";
const APPEALS_KEY = [...KEY, "suspensions"];

/** What people who are shut out say about it. */
export function useSuspensionAppeals() {
  return useQuery({
    queryKey: APPEALS_KEY,
    queryFn: ({ signal }) => adminApi<SuspensionAppealQueue>(APPEALS, { signal }),
  });
}

/** One of them. Each look is recorded, so it is asked for once. */
export function useSuspensionAppeal(appealId: string) {
  return useQuery({
    queryKey: [...APPEALS_KEY, appealId],
    queryFn: ({ signal }) => adminApi<SuspensionAppealShown>(`${APPEALS}/${appealId}`, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** Answers it; the answer is the appeal as it is then. */
export function useAnswerSuspension(appealId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { verdict: AppealVerdict; words: string }) =>
      adminApi<SuspensionAppealShown>(`${APPEALS}/${appealId}/answers`, { method: "POST", body }),
    onSuccess: (answer) => client.setQueryData([...APPEALS_KEY, appealId], answer),
    // What waits for another side, too.
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
