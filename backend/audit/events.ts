import type { AuditView } from "../contract/audit.ts";
import type { Event } from "../store/log/event.ts";
import type { Sealed } from "../store/personal/personal_data.ts";

/** Someone with access to the database opened sealed fields of these persons, at the console. */
export type PersonalDataOpened = Event<"PersonalDataOpened", {
  /** The stream or log that was looked into. */
  readonly lookedInto: string;
  readonly personIds: readonly string[];
}>;

/** An auditor wrote down why they look at personal details next. Only the admin's key opens the note. */
export type PersonalDataNoted = Event<"PersonalDataNoted", { readonly adminId: string; readonly note: Sealed }>;

export const PERSONAL_DATA_STREAM = "personal_data";

/** An admin begins to take a part of the history out: it is noted before the first byte leaves. */
export type AuditExportStarted = Event<"AuditExportStarted", Omit<AuditExported["data"], "events" | "sha256">>;

/** An admin took a part of the history out of Orin: `subject` is what it is about, else it is a filtered list. */
export type AuditExported = Event<"AuditExported", {
  readonly format: "csv" | "bundle";
  readonly subject?: string;
  readonly actor?: string;
  readonly eventType?: string;
  /** Left out, everything. */
  readonly view?: AuditView;
  /** Epoch ms. */
  readonly from?: number;
  readonly to?: number;
  readonly events: number;
  /** SHA-256 of the exported file, hex: shows later whether a file is this one. */
  readonly sha256: string;
}>;

/** An admin was shown a list that holds addresses, numbers or bank accounts of people. */
export type PersonalDataListed = Event<"PersonalDataListed", {
  readonly adminId: string;
  readonly list:
    | "users"
    | "users_export"
    | "payments"
    | "pending_payments"
    | "completed_payments"
    | "payments_export"
    | "tax_export"
    | "audit"
    | "audit_export";
  /** The filter, as a query string; the search text has a field of its own. */
  readonly filter: string;
  /** May be someone's name or number, so only the admin's key opens it. */
  readonly search?: Sealed;
  readonly personIds: readonly string[];
}>;

export const AUDIT_EXPORTS_STREAM = "audit_exports";
