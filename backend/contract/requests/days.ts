import * as z from "zod/mini";

/** A day of Lagos, such as 2026-10-31. */
export const Day = z.iso.date("Please enter a date, such as 2026-10-31").check(
  z.refine((day) => day >= "2000", "Please enter a date after 1999"),
);
