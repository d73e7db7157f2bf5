import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A listener tells in which years they were born, because they chose to. Their own key opens it. */
type BirthYearsTold = Event<"BirthYearsTold", { readonly userId: string; readonly years: Sealed }>;

/** They tell it no longer. */
type BirthYearsTakenBack = Event<"BirthYearsTakenBack", { readonly userId: string }>;

export type BirthYearsEvent = BirthYearsTold | BirthYearsTakenBack;

/** What the years are sealed under. */
export const BIRTH_YEARS_FIELD = "birth years";

/** The stream of what a person tells of it, in the log `social`. */
export function birthYearsStream(userId: string): string {
  return `birth-years/${userId}`;
}
