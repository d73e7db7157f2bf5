import type { BirthYearsEvent } from "./events.ts";

/** What a person told last, sealed; undefined while they tell nothing. */
export type SealedYears = Extract<BirthYearsEvent, { type: "BirthYearsTold" }>["data"]["years"] | undefined;

/** What they want to tell from now on, and whether that is what they told already. */
export interface TellYears {
  readonly userId: string;
  readonly years: SealedYears;
  readonly isSame: boolean;
}

/** The same years again change nothing, nor does removing years that were not given. */
export function decideYears(told: SealedYears, { userId, years, isSame }: TellYears): BirthYearsEvent[] {
  if (years === undefined) return told === undefined ? [] : [{ type: "BirthYearsTakenBack", data: { userId } }];
  return isSame && told !== undefined ? [] : [{ type: "BirthYearsTold", data: { userId, years } }];
}

/** What the person tells after the event. */
export function evolveYears(_told: SealedYears, event: BirthYearsEvent): SealedYears {
  switch (event.type) {
    case "BirthYearsTold":
      return event.data.years;
    case "BirthYearsTakenBack":
      return undefined;
  }
}
