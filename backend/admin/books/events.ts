import type { Event } from "../../store/log/event.ts";

/** Which difference, who dealt with it, and what they found. */
type Handled = {
  readonly kind: string;
  /** A reference at the provider, or what was summed up. */
  readonly subject: string;
  readonly adminId: string;
  readonly note: string;
};

/** An admin knows why the books differ. It still has to be settled. */
type DifferenceExplained = Event<"DifferenceExplained", Handled>;

/** An admin says that nothing is left to do. */
type DifferenceSettled = Event<"DifferenceSettled", Handled>;

export type DifferenceEvent = DifferenceExplained | DifferenceSettled;

/** The stream of a difference, in the log `social`: nightly reconciliations find the same one again. */
export function differenceStream({ kind, subject }: Pick<Handled, "kind" | "subject">): string {
  return `difference/${kind}/${subject}`;
}
