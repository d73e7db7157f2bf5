import * as z from "zod/mini";
import { MOST_TRIAL_DAYS } from "../trust_rules.ts";

const DAY_MS = 86_400_000;

const Day = z.string("Choose a day").check(
  z.regex(/^20\d\d-\d\d-\d\d$/, "Write days like 2026-06-01"),
  z.refine((day) => isDay(day), "There is no such day"),
);

/** `orin rules --try`: Lagos days, both included; a threshold and points other than today's. */
export const RuleTrialQuery = z.object({
  from: Day,
  to: Day,
  threshold: z.optional(
    z.coerce.number("The threshold must be a number").check(z.minimum(0), z.maximum(1_000)),
  ),
  points: z.optional(
    z.coerce.number("The points must be a number").check(z.int("Points are whole"), z.minimum(0), z.maximum(100)),
  ),
}).check(
  z.refine(({ from, to }) => from <= to, { error: "The first day must not be after the last one", path: ["to"] }),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_TRIAL_DAYS * DAY_MS, {
    error: `Choose at most ${MOST_TRIAL_DAYS} days`,
    path: ["to"],
  }),
);

function isDay(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
