import type { AppealedDecision } from "../../contract/appeal_reviewers.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { SuspensionAppealAnswered, SuspensionAppealed, SuspensionAppealEvent } from "./events.ts";

/** A person's appeals against suspensions: the newest one. */
export interface SuspensionAppeals {
  readonly appeal:
    | (Omit<SuspensionAppealed["data"], "userId" | "words"> & { readonly isOpen: boolean })
    | undefined;
}

export const NO_SUSPENSION_APPEALS: SuspensionAppeals = { appeal: undefined };

/** Folds an event into what decisions need to know. */
export function evolveSuspensionAppeals(
  known: SuspensionAppeals,
  { type, data }: SuspensionAppealEvent,
): SuspensionAppeals {
  if (type === "SuspensionAppealed") {
    const { userId: _, words: __, ...appeal } = data;
    return { appeal: { ...appeal, isOpen: true } };
  }
  return known.appeal?.appealId === data.appealId ? { appeal: { ...known.appeal, isOpen: false } } : known;
}

/**
 * One appeal about each suspension, while it lasts; the same one again changes nothing. `since` is when the person was
 * shut out, if they are. Refuses with `link_invalid` where that suspension is over, and with `conflict` a second appeal.
 */
export function decideSuspensionAppeal(
  { appeal }: SuspensionAppeals,
  { data, since }: { readonly data: SuspensionAppealed["data"]; readonly since: number | undefined },
): SuspensionAppealed[] {
  if (appeal?.appealId === data.appealId) return [];
  if (since !== data.suspendedAt) throw new Refusal("link_invalid", "This suspension is over: you can log in again");
  if (appeal?.suspendedAt === data.suspendedAt) {
    throw new Refusal(
      "conflict",
      appeal.isOpen
        ? "You have already appealed. Please wait for our answer."
        : "You have appealed about this, and another person has looked again. Our answer is final.",
    );
  }
  return [{ type: "SuspensionAppealed", data }];
}

/** Who is asked to answer an appeal of a person whom an admin has suspended. */
export function askedOfSuspension(
  { userId, suspendedBy }: { readonly userId: string; readonly suspendedBy?: string | undefined },
): AppealedDecision {
  const call = "POST /api/v1/admin/suspension-appeals/:id/answers";
  return { call, decidedBy: suspendedBy, parties: [userId] };
}

/**
 * An appeal is answered once, while the suspension lasts that it is about: `since` is when the person was shut out, if they
 * are. Refuses with `already_decided`.
 */
export function decideSuspensionAnswer(
  { appeal }: SuspensionAppeals,
  answer: Omit<SuspensionAppealAnswered["data"], "suspendedAt">,
  since: number | undefined,
): SuspensionAppealAnswered[] {
  if (!appeal?.isOpen || appeal.appealId !== answer.appealId) {
    throw new Refusal("already_decided", "This appeal is already answered");
  }
  if (since !== appeal.suspendedAt) throw new Refusal("already_decided", "This suspension is over by now");
  return [{ type: "SuspensionAppealAnswered", data: { ...answer, suspendedAt: appeal.suspendedAt } }];
}
