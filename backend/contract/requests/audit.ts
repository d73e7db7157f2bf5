import * as z from "zod/mini";
import { AUDIT_VIEWS } from "../audit.ts";

/** What a history is of: `withdrawal:<id>`, `user:<id>`, `track:<id>` or `policy`. */
const AuditSubject = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(
    /^(policy|(withdrawal|user|track):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/,
    "Write withdrawal:, user: or track: plus its id, or policy",
  ),
);

const Actor = z.string().check(
  z.trim(),
  z.regex(/^(visitor|(user|system):[\w .-]{1,80})$/, "An actor is user: plus an id, system: plus a part, or visitor"),
);
/** The calendar of the database has no year 0. */
const Moment = z.iso.datetime({ offset: true, error: "Please enter a date and a time" }).check(
  z.refine((text) => new Date(text).getUTCFullYear() > 0, "Please enter a date and a time"),
);
const EventType = z.string().check(
  z.regex(/^[A-Z][A-Za-z]{1,60}$/, "An event's type is one word, such as TrackRemoved"),
);

/** What is looked for; all of it has to fit, and what is left out fits everything. */
export const AuditFilters = z.object({
  view: z.optional(z.enum(AUDIT_VIEWS, "Choose decisions, people or all")),
  subject: z.optional(AuditSubject),
  actor: z.optional(Actor),
  type: z.optional(EventType),
  from: z.optional(Moment),
  to: z.optional(Moment),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditQuery = z.extend(AuditFilters, {
  cursor: z.optional(z.string().check(z.regex(/^\d{1,13}_(social|(ledger|plays)\/\d{1,4})_\d{1,15}$/))),
});

export const AuditExportRequest = z.extend(AuditFilters, { format: z.enum(["csv", "bundle"], "Choose CSV or bundle") });
export type AuditExportRequest = z.infer<typeof AuditExportRequest>;

/** Why an auditor looks at personal details. */
export const NoteRequest = z.object({
  note: z.string("Please write a note").check(
    z.trim(),
    z.minLength(10, "Please write a note of at least 10 characters"),
    z.maxLength(500, "The note is too long: at most 500 characters"),
  ),
});

const Place = z.object({
  log: z.union([z.literal("social"), z.templateLiteral(["ledger/", z.int()]), z.templateLiteral(["plays/", z.int()])]),
  position: z.int().check(z.positive()),
});

/** Sealed fields of these events shall be opened: that is an event of its own. */
export const OpenSealedRequest = z.object({
  subject: z.optional(AuditSubject),
  places: z.array(Place).check(z.minLength(1), z.maxLength(50)),
});
export type OpenSealedRequest = z.infer<typeof OpenSealedRequest>;
