import { findShown } from "../../catalogue/track/reads.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { streamVersions } from "../../store/log/read.ts";
import { findHearts } from "../../../projections/hearts.ts";
import { decideHeart } from "./state.ts";
import { type HeartEvent, heartStream } from "./events.ts";

interface SetHeart extends Readonly<HeartEvent["data"]> {
  /** Whether the heart shall be there. */
  readonly wanted: boolean;
}

interface Hearts {
  readonly given: Set<string>;
  readonly shown: Set<string>;
  readonly versions: Map<string, number>;
}

/** Gives a heart to a track or an artist, or takes it back. Saying it again changes nothing. */
export const setHeart: CommandHandler<SetHeart, Hearts, { hearted: boolean }> = {
  name: "setHeart",
  async load(tx, commands) {
    const [given, shown, versions] = await Promise.all([
      findHearts(tx, commands),
      findShown(tx, commands.map(({ kind, targetId }) => ({ kind, id: targetId }))),
      streamVersions(tx, "social", [...new Set(commands.map(heartStream))]),
    ]);
    return { given, shown, versions };
  },
  decide({ given, shown, versions }, command) {
    const { userId, kind, targetId, wanted } = command;
    const key = `${userId}/${kind}/${targetId}`;
    const state = { isHearted: given.has(key), isThere: shown.has(`${kind}/${targetId}`) };
    const events = decideHeart(state, { userId, kind, targetId, wanted });
    if (events.length === 0) return { appends: [], result: { hearted: wanted } };
    if (wanted) given.add(key);
    else given.delete(key);
    const stream = heartStream(command);
    const version = versions.get(stream) ?? 0;
    versions.set(stream, version + 1);
    return { appends: [{ log: "social", stream, version, events }], result: { hearted: wanted } };
  },
};
