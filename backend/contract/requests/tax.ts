import * as z from "zod/mini";
import { isPlainLines, isPlainText, tidyLine } from "../text.ts";
import { NoteRequest } from "./audit.ts";
import { Id } from "./ids.ts";

const Month = z.string("Choose a month").check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "Choose a month"));

/** A day that the calendar has, YYYY-MM-DD. */
const Day = z.string("Choose a day").check(
  z.regex(/^20\d{2}-\d{2}-\d{2}$/, "Choose a day"),
  z.refine((day) => {
    const at = Date.parse(`${day}T00:00:00Z`);
    return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day;
  }, "Choose a day"),
);

/** More than any month of the largest platform; it keeps sums safe. */
const MOST_KOBO = 1_000_000_000_000;

/** `POST /api/v1/admin/tax/remittances`: tax of a month that was paid to the tax authority, in kobo. */
export const TaxRemittanceRequest = z.object({
  remittanceId: Id,
  month: Month,
  kobo: z.number("Enter the sum").check(
    z.int("Enter a sum in whole kobo"),
    z.minimum(1, "Enter a sum above zero"),
    z.maximum(MOST_KOBO, "Enter a smaller sum"),
  ),
  paidOn: Day,
  receipt: z.string("Enter the number of the receipt").check(
    z.overwrite(tidyLine),
    z.minLength(3, "Enter the number of the receipt"),
    z.maxLength(60, "At most 60 characters"),
    z.refine(isPlainText, "The number of the receipt has characters that cannot be shown"),
    z.refine((text) => /[\p{L}\p{N}]/u.test(text), "Enter the number of the receipt"),
  ),
});

const WHY = "Say in at least 10 characters what was wrong";

/** `POST /api/v1/admin/tax/remittances/:id/reversals`: why a booked remittance is wrong, for the team and auditors. */
export const TaxReversalRequest = z.object({
  reversalId: Id,
  reason: z.string(WHY).check(
    z.trim(),
    z.normalize("NFC"),
    z.minLength(10, WHY),
    z.maxLength(500, "At most 500 characters"),
    z.refine(isPlainLines, "The reason has characters that cannot be shown"),
  ),
});

/** `POST /api/v1/admin/tax/export`: the return of a month as a table with names, and why it leaves Orin. */
export const TaxExportRequest = z.extend(z.object({ month: Month }), NoteRequest.shape);
