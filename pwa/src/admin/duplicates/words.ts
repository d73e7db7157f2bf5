import type { DuplicateGround, DuplicateSummary } from "@contract/duplicates.ts";
import type { Mark } from "../parts/Badge.tsx";

/** How a state is shown. */
export const STATES: Readonly<Record<DuplicateSummary["state"], Mark>> = {
  open: { tone: "notice", text: "Open" },
  refused: { tone: "bad", text: "Kept back" },
  let_go: { tone: "good", text: "Let go" },
};

/** Why a recording may come out all the same. */
export const GROUNDS: Readonly<Record<DuplicateGround, string>> = {
  licence: "They have a licence",
  cover: "It is a cover version",
  own_work: "It is their own work",
  not_the_same: "It is not the same recording",
};
