import { Refusal } from "../../contract/refusal.ts";
import type { GroupDecided, GroupEvent } from "./events.ts";

/** A group as decisions see it. */
export interface Group {
  readonly isFrozen: boolean;
  /** Who was in the group when it was frozen: accounts that join later are not. */
  readonly frozen: readonly string[];
}

export const NO_GROUP: Group = { isFrozen: false, frozen: [] };

/** What holds of now on. A freeze that would hold no further account is refused with `already_decided`. */
export function decideAction(group: Group, data: GroupDecided["data"]): GroupEvent[] {
  if (data.action === "freeze" && group.isFrozen && newerThanFreeze(group, data.members) === 0) {
    throw new Refusal("already_decided", "This group is frozen already");
  }
  return [{ type: "GroupDecided", data }];
}

/** How many of these members joined a frozen group after its freeze; none while it is not frozen. */
export function newerThanFreeze({ isFrozen, frozen }: Group, members: readonly string[]): number {
  const known = new Set(frozen);
  return isFrozen ? members.filter((member) => !known.has(member)).length : 0;
}

export function evolve(group: Group, { type, data }: GroupEvent): Group {
  return type === "GroupDecided" ? decided(group, data) : group;
}

function decided(group: Group, { action, members }: GroupDecided["data"]): Group {
  const isFrozen = action === "freeze" || (action === "void" && group.isFrozen);
  const frozen = action === "freeze" ? [...new Set([...group.frozen, ...members])] : isFrozen ? group.frozen : [];
  return { isFrozen, frozen };
}
