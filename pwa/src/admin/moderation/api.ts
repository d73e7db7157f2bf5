import {
  answerModerationAppeal,
  answerSuspensionAppeal,
  contestClaim,
  dismissCase,
  endClaim,
  getCase,
  getSuspensionAppeal,
  grantClaim,
  hideSubject,
  listCases,
  listSuspensionAppeals,
  refuseClaim,
  showSubject,
} from "@contract/calls/moderation.ts";
import type { AppealVerdict, CaseList, ReportReason, SubjectKind } from "@contract/moderation.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { NOTED, useAnswer, useChange, usePages } from "../shell/queries.ts";

const KEY = ["admin", "moderation"];

/** What waits for a decision, or was decided. */
export function useCaseQueue(list: CaseList) {
  return usePages([...KEY, "queue", list], listCases, { query: { list } });
}

/** Something that a case is about. */
export interface Thing {
  kind: SubjectKind;
  subjectId: string;
}

/** One case. */
export function useCase({ kind, subjectId }: Thing) {
  return useAnswer([...KEY, kind, subjectId], getCase, { kind, subjectId }, NOTED);
}

/** What an admin is about to decide. */
export type Asked =
  | { kind: "hide"; of: SubjectKind; reason: ReportReason }
  | { kind: "show" | "dismiss" }
  | { kind: "verdict"; appealId: string; verdict: AppealVerdict }
  | { kind: "claim"; claimId: string; action: "grant" | "refuse" | "contest" | "end" };

/** A decision with its words. `strike` and `reason` count where the decision has one. */
export interface Step {
  asked: Asked;
  words: string;
  reason: ReportReason;
  strike: boolean;
}

/** `seen`: how many decisions the case had as the admin saw it. */
function decide({ kind, subjectId }: Thing, { asked, words, reason, strike, seen }: Step & { seen: number }) {
  const thing = { kind, subjectId };
  const said = { seen, words };
  switch (asked.kind) {
    case "hide":
      return askAsAdmin(hideSubject, { ...thing, body: { ...said, reason, strike } });
    case "show":
      return askAsAdmin(showSubject, { ...thing, body: said });
    case "dismiss":
      return askAsAdmin(dismissCase, { ...thing, body: said });
    case "verdict": {
      const { appealId, verdict } = asked;
      return askAsAdmin(answerModerationAppeal, { ...thing, appealId, body: { ...said, verdict } });
    }
    case "claim": {
      const { claimId, action } = asked;
      if (action === "grant") return askAsAdmin(grantClaim, { ...thing, claimId, body: { ...said, strike } });
      const steps = { refuse: refuseClaim, contest: contestClaim, end: endClaim } as const;
      return askAsAdmin(steps[action], { ...thing, claimId, body: said });
    }
  }
}

/** Decides; the answer is the case as it is then. What someone else decided meanwhile is loaded anew. */
export function useStep({ kind, subjectId }: Thing) {
  return useChange((step: Step & { seen: number }) => decide({ kind, subjectId }, step), {
    holds: [...KEY, kind, subjectId],
    refusalRenews: [[...KEY, kind, subjectId]],
    renews: [[...KEY, "queue"]],
  });
}

const APPEALS_KEY = [...KEY, "suspensions"];

/** What people who are shut out say about it. */
export function useSuspensionAppeals() {
  return useAnswer(APPEALS_KEY, listSuspensionAppeals);
}

/** One of them. */
export function useSuspensionAppeal(appealId: string) {
  return useAnswer([...APPEALS_KEY, appealId], getSuspensionAppeal, { id: appealId }, NOTED);
}

/** Answers it; the answer is the appeal as it is then. What waits for another side follows, too. */
export function useAnswerSuspension(appealId: string) {
  return useChange(
    (body: { verdict: AppealVerdict; words: string }) => askAsAdmin(answerSuspensionAppeal, { id: appealId, body }),
    { holds: [...APPEALS_KEY, appealId], renews: [["admin"]] },
  );
}
