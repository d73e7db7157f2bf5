import * as z from "zod/mini";
import {
  APPEAL_VERDICTS,
  CASE_LISTS,
  MOST_DECISION_WORDS,
  MOST_REPORT_WORDS,
  REASON_WORDS,
  REPORT_REASONS,
  SUBJECT_KINDS,
} from "../moderation.ts";
import { isPlainLines, isPlainText } from "../text.ts";
import { Email } from "./accounts.ts";
import { Id } from "./ids.ts";

const lines = (missing: string, { least = 1, most = MOST_DECISION_WORDS }: { least?: number; most?: number } = {}) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(least, missing),
    z.maxLength(most, `At most ${most.toLocaleString("en")} characters`),
    z.refine(isPlainLines, "Please write plain text"),
  );
const line = (name: string, most = 200) =>
  z.string(`${name} is required`).check(
    z.trim(),
    z.minLength(1, `${name} is required`),
    z.maxLength(most, `${name} is too long`),
    z.refine(isPlainText, `${name} has characters that cannot be shown`),
  );
const emptyOr = <Schema extends z.ZodMiniType<string>>(schema: Schema) =>
  z._default(z.union([z.literal(""), schema]), "");

export const SubjectKindParam = z.enum(SUBJECT_KINDS);
const Reason = z.enum(REPORT_REASONS, "Please choose a reason");

/** `POST /api/v1/reports`. */
export const ReportRequest = z.object({
  kind: z.enum(SUBJECT_KINDS, "This cannot be reported"),
  id: Id,
  reason: Reason,
  words: emptyOr(lines("Please say what is wrong", { most: MOST_REPORT_WORDS })),
}).check(
  z.refine(({ kind, reason }) => REASON_WORDS[reason].of.includes(kind), {
    error: "Please choose a reason",
    path: ["reason"],
  }),
  z.refine(({ reason, words }) => reason !== "other" || words.length >= 10, {
    error: "Please say what is wrong, in at least 10 characters",
    path: ["words"],
  }),
);
export type ReportRequest = z.infer<typeof ReportRequest>;

/** `POST /api/v1/takedowns`: a rights holder's claim, for which they answer with their name. */
export const TakedownRequest = z.object({
  trackId: Id,
  name: line("Your name", 120),
  email: Email,
  organisation: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(200, "Organisation is too long"),
      z.refine((text) => text === "" || isPlainText(text), "Organisation has characters that cannot be shown"),
    ),
    "",
  ),
  address: lines("Please give an address where you can be reached", { least: 8, most: 400 }),
  work: lines("Please describe the work that is yours", { least: 10, most: 1_000 }),
  statement: lines("Please say why the song uses your work without permission", { least: 20 }),
  isGoodFaith: z.literal(true, "Please confirm that you believe this use is not allowed"),
  isTrue: z.literal(true, "Please confirm that what you say is true and that you may act for the rights holder"),
});
export type TakedownRequest = z.infer<typeof TakedownRequest>;

/** `POST /api/v1/moderation/claims/:claimId/counter-notice`. */
export const CounterNoticeRequest = z.object({
  name: line("Your full name", 120),
  address: lines("Please give an address where you can be reached", { least: 8, most: 400 }),
  statement: lines("Please say why the song is yours to publish", { least: 20 }),
  isTrue: z.literal(true, "Please confirm that what you say is true"),
});
export type CounterNoticeRequest = z.infer<typeof CounterNoticeRequest>;

/** `POST /api/v1/moderation/:decisionId/appeals`. */
export const ModerationAppealRequest = z.object({ text: lines("Please write at least 20 characters", { least: 20 }) });

/** How many decisions of the case the admin saw: with another number someone decided meanwhile. */
const seen = z.int("Please load the case again").check(z.minimum(0));
const words = lines("Please say why, in words for the person it is about", { least: 3 });

/** `POST /api/v1/admin/suspension-appeals/:id/answers`. */
export const SuspensionVerdictRequest = z.object({
  words,
  verdict: z.enum(APPEAL_VERDICTS, "Choose uphold or grant"),
});

export const DismissRequest = z.object({ seen, words });
export const HideRequest = z.object({ seen, words, reason: Reason, strike: z._default(z.boolean(), false) });
export const ShowRequest = z.object({ seen, words });
export const VerdictRequest = z.object({ seen, words, verdict: z.enum(APPEAL_VERDICTS, "Choose uphold or grant") });
export const GrantClaimRequest = z.object({ seen, words, strike: z._default(z.boolean(), true) });
export const ClaimStepRequest = z.object({ seen, words });

export const CaseListQuery = z.object({
  list: z._default(z.enum(CASE_LISTS), "open"),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}_[0-9a-f-]{36}$/))),
});
