import { streamsOf } from "../../store/streams.ts";
import { type GroupDecided, type GroupEvent, groupStream } from "./events.ts";
import { decideAction, evolve, type Group, NO_GROUP } from "./state.ts";

export const groups = streamsOf<string, Group, GroupEvent>({
  log: "social",
  stream: groupStream,
  initial: NO_GROUP,
  evolve,
});

/** Books a decision: a freeze, which protects and which each admin may decide, or what `groupDecisionKind` decided. */
export const decideOnGroup = groups.handler("decideOnGroup", {
  id: ({ data: { groupId } }: Pick<GroupDecided, "data">) => groupId,
  decide: (group, { data }) => decideAction(group, data),
  result: () => undefined,
});

/** Keeps a note. */
export const noteOnGroup = groups.handler("noteOnGroup", {
  id: ({ groupId }: { groupId: string; adminId: string; note: string }) => groupId,
  decide: (_group, data) => [{ type: "GroupNoted", data }],
  result: () => undefined,
});
