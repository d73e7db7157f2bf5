import { Refusal } from "../../contract/refusal.ts";
import type { PersonBlocked, PersonUnblocked } from "./events.ts";

/** The id of the current block; undefined without one. */
export type BlockState = string | undefined;

/** Blocks a person, once. Refuses with `conflict` oneself. */
export function decideBlock(standing: BlockState, block: PersonBlocked["data"]): PersonBlocked[] {
  if (block.userId === block.personId) throw new Refusal("conflict", "You cannot block yourself");
  return standing === undefined ? [{ type: "PersonBlocked", data: block }] : [];
}

/** Ends a block. */
export function decideUnblock(
  standing: BlockState,
  { userId, personId }: { readonly userId: string; readonly personId: string },
): PersonUnblocked[] {
  if (standing === undefined) return [];
  return [{ type: "PersonUnblocked", data: { userId, personId, blockId: standing } }];
}

/** The block after the event. */
export function evolveBlock(_standing: BlockState, { type, data }: PersonBlocked | PersonUnblocked): BlockState {
  return type === "PersonBlocked" ? data.blockId : undefined;
}
