import { birthYearsOf } from "../../../projections/accounts/birth_years.ts";
import { BIRTH_YEARS, type BirthYears } from "../../contract/birth_years.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { BIRTH_YEARS_FIELD, type BirthYearsEvent, birthYearsStream } from "./events.ts";
import { decideYears, evolveYears, type SealedYears, type TellYears } from "./state.ts";

const LONGEST = Math.max(...BIRTH_YEARS.map((years) => years.length));

const told = streamsOf<string, SealedYears, BirthYearsEvent>({
  log: "social",
  stream: birthYearsStream,
  initial: undefined,
  evolve: evolveYears,
});

const tell = told.handler("tellBirthYears", {
  id: ({ userId }: TellYears) => userId,
  decide: decideYears,
  result: () => {},
});

/** Tells the years of birth, or tells them no longer (undefined). Throws Refusal `session_ended` for the erased. */
export async function tellBirthYears(
  deps: Pick<Deps, "store" | "personal">,
  userId: string,
  { years, metadata }: { readonly years: BirthYears | undefined; readonly metadata: Metadata },
): Promise<void> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const command = {
    userId,
    // All as long as each other: the length of what is sealed shows.
    years: years && key.seal(BIRTH_YEARS_FIELD, years.padEnd(LONGEST)),
    isSame: years !== undefined && years === await ownBirthYears(deps, userId),
  };
  await deps.store.execute(tell, command, { logs: ["social"], metadata });
}

/** What a person tells of it; undefined where they tell nothing. */
export async function ownBirthYears(
  { store: { sql }, personal }: Pick<Deps, "store" | "personal">,
  userId: string,
): Promise<string | undefined> {
  const [sealed, keys] = await Promise.all([birthYearsOf(sql, [userId]), personal.keysOf(sql, [userId])]);
  const years = sealed.get(userId);
  return years === undefined ? undefined : keys.get(userId)?.open(BIRTH_YEARS_FIELD, years)?.trim();
}
