/** A page of what waits, the oldest first: what follows a place, at most `limit` rows. */
export interface WaitingPage {
  readonly limit: number;
  /** The last row of the page before; `at` in epoch ms. */
  readonly after?: { readonly at: number; readonly id: string } | undefined;
}

/** Before every row. */
export const FIRST_PLACE = { at: 0, id: "00000000-0000-0000-0000-000000000000" } as const;
