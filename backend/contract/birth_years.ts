/** Years of birth as a listener may choose to tell them, so that artists see how old their audience is, in groups. */
export const BIRTH_YEARS = [
  ...["2010 or later", "2005 to 2009", "2000 to 2004", "1995 to 1999", "1990 to 1994", "1980 to 1989"],
  ...["1970 to 1979", "1960 to 1969", "before 1960"],
] as const;
export type BirthYears = typeof BIRTH_YEARS[number];

/** `GET`, `PUT` and `DELETE /api/v1/birth-years`: null while the person tells none. */
export interface BirthYearsAnswer {
  years: string | null;
}
