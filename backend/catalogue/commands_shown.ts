import { readStreams, streamVersions } from "../store/read.ts";
import type { Tx } from "../store/sql.ts";
import { creatorStream, trackStream } from "./events.ts";

/** Something of the catalogue that people say things about. */
export interface Shown {
  readonly kind: "artist" | "track";
  readonly id: string;
}

/**
 * For decisions of other areas, with the transaction's handle: which of these artists and published tracks there are,
 * written "artist/<id>" and "track/<id>".
 */
export async function findShown(tx: Tx, asked: readonly Shown[]): Promise<Set<string>> {
  const idsOf = (kind: Shown["kind"]) => [...new Set(asked.filter((one) => one.kind === kind).map((one) => one.id))];
  const [artists, tracks] = [idsOf("artist"), idsOf("track")];
  const [versions, streams] = await Promise.all([
    streamVersions(tx, "social", artists.map(creatorStream)),
    readStreams(tx, "social", tracks.map(trackStream)),
  ]);
  const isOut = (id: string) => {
    const types = (streams.get(trackStream(id)) ?? []).map((event) => event.type);
    return types.includes("TrackPublished") && !types.includes("TrackRemoved");
  };
  return new Set([
    ...artists.filter((id) => versions.has(creatorStream(id))).map((id) => `artist/${id}`),
    ...tracks.filter(isOut).map((id) => `track/${id}`),
  ]);
}
