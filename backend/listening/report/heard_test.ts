import { describe, expect, it } from "vitest";
import { PlayReport } from "../../contract/requests/listening.ts";
import { newId } from "../../contract/ids.ts";
import { heardOf } from "./heard.ts";

const song = { listenedMs: 60_000, durationMs: 179_500 };

describe("the stretches of a song that a play tells of", () => {
  it("are kept in their order, within the song", () => {
    expect(heardOf([[100, 130], [0, 30]], song)).toEqual({ heard: [[100, 130], [0, 30]], ofSeconds: 180 });
    expect(heardOf([[170, 200], [190, 200], [5, 5], [9, 2]], song)).toEqual({ heard: [[170, 180]], ofSeconds: 180 });
  });

  it("are left out where there are none, or more than can be heard in the time", () => {
    for (const none of [undefined, [], [[200, 300]]] as const) expect(heardOf(none, song)).toEqual({});
    expect(heardOf([[0, 122]], song)).toMatchObject({ heard: [[0, 122]] });
    expect(heardOf([[0, 123]], song)).toEqual({});
  });

  it("never cost a play, nor does a source that nobody knows, whatever they are", () => {
    const said = { playId: newId(), trackId: newId(), startedAt: 1, listenedMs: 1 };
    const bad = [7, "x", [[1]], [[-1, 4]], [[0.5, 2]], [[1, 9e9]], Array(33).fill([0, 1]), [[1, 2, 3]], null];
    for (const heard of bad) {
      expect(PlayReport.parse({ ...said, heard, source: "a b" })).toMatchObject({ heard: [], source: "other" });
    }
    expect(PlayReport.parse({ ...said, heard: [[0, 9]], source: "radio" })).toMatchObject({
      heard: [[0, 9]],
      source: "radio",
    });
  });
});
