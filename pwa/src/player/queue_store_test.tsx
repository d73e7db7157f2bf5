import { beforeEach, describe, expect, it } from "vitest";
import { keepQueue, restoreQueue } from "./queue_store.ts";
import { playNext, toggleShuffle } from "./queue.ts";
import type { PlayerState } from "./state.ts";
import { GivenPlayer, givenTrack, QUEUE } from "./testing/given.ts";

let endPage: () => void;

beforeEach(() => localStorage.clear());

function givenKept(): GivenPlayer {
  const given = new GivenPlayer();
  keepQueue(given.player, localStorage, (callback) => void (endPage = callback));
  return given;
}

function reload(): GivenPlayer {
  const given = new GivenPlayer();
  restoreQueue(given.player, localStorage);
  return given;
}

describe("the queue after a reload", () => {
  it("is as it was, paused at its place", async () => {
    const before = givenKept();
    before.player.playTrack(QUEUE, 1, "songs");
    before.player.setVolume(35);
    before.player.changeRepeat();
    await before.audio.hear(42);
    before.player.pause();
    const after = reload();
    expect(after.state).toMatchObject({ queue: QUEUE, index: 1, volume: 35, repeat: true, source: "songs" });
    expect(after.state).toMatchObject({ track: QUEUE[1], playing: false, visible: true });
    expect(after.player.position.get()).toBeCloseTo(42);
  });

  it("is at most 5 s behind when the page crashed while it played", async () => {
    const before = givenKept();
    before.player.playTrack(QUEUE, 0);
    await before.audio.hear(42);
    expect(reload().player.position.get()).toBeGreaterThanOrEqual(37);
  });

  it("is where it was when the page ended while it played", async () => {
    const before = givenKept();
    before.player.playTrack(QUEUE, 0);
    await before.audio.hear(42);
    endPage();
    expect(reload().player.position.get()).toBeCloseTo(42);
  });

  it("is still mixed, and goes back into its order when it is asked to", async () => {
    const before = givenKept();
    before.player.playTrack([...QUEUE, givenTrack("four"), givenTrack("five")], 1, "songs");
    await before.audio.hear(2);
    toggleShuffle(before.player, () => 0.99);
    playNext(before.player, [givenTrack("six")]);
    const ids = ({ queue }: PlayerState) => queue.map(({ id }) => id).join(" ");
    const after = reload();
    expect(ids(after.state)).toBe("one two six five four three");
    expect(after.state.unshuffled).not.toBeNull();
    keepQueue(after.player, localStorage, () => {});
    toggleShuffle(after.player);
    expect(ids(after.state)).toBe("one two three four five six");
    const again = reload();
    expect([ids(again.state), again.state.unshuffled]).toEqual(["one two three four five six", null]);
  });

  it("of a thousand mixed tracks keeps the order of those that are kept", () => {
    const given = givenKept();
    given.player.playTrack(Array.from({ length: 1_000 }, (_, index) => givenTrack(String(index))), 0);
    toggleShuffle(given.player);
    const after = reload();
    toggleShuffle(after.player);
    const numbers = after.state.queue.map(({ id }) => Number(id));
    expect(numbers.length).toBe(200);
    expect(numbers).toEqual(numbers.toSorted((one, two) => one - two));
  });

  it.each(["{", "{}", "[1]", `["a","b","c"]`])("is passed over as in its order when that is stored as %s", (order) => {
    givenKept().player.playTrack(QUEUE, 0);
    localStorage.setItem("orin.order", order);
    const { queue, unshuffled } = reload().state;
    expect(queue).toEqual(QUEUE);
    expect(unshuffled ?? []).toEqual([]);
  });

  it("is gone once the player was closed", async () => {
    const before = givenKept();
    before.player.playTrack(QUEUE, 0);
    await before.audio.hear(1);
    before.player.close();
    expect(reload().state.track).toBeNull();
  });

  it("is written once, however often the place in it changes", async () => {
    const given = new GivenPlayer();
    const written: string[] = [];
    const setItem = (key: string) => void written.push(key);
    keepQueue(given.player, Object.assign(Object.create(localStorage), { setItem }), () => {});
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(60);
    given.player.next();
    await given.audio.hear(10);
    expect(written.filter((key) => key === "orin.queue")).toHaveLength(1);
    expect(written.filter((key) => key === "orin.place").length).toBeGreaterThan(10);
  });

  it("of a thousand tracks keeps those around the one that plays", () => {
    const long = Array.from({ length: 1_000 }, (_, index) => givenTrack(String(index)));
    givenKept().player.playTrack(long, 700);
    const { queue, index } = reload().state;
    expect(queue.length).toBeLessThanOrEqual(200);
    expect(queue[index]?.id).toBe("700");
    expect(queue[index + 1]?.id).toBe("701");
  });
});

describe("a stored queue that is no queue", () => {
  const place = { index: 0, position: 0, volume: 80, repeat: false, source: "" };

  it.each([
    ["", JSON.stringify(place)],
    ["{", JSON.stringify(place)],
    ["null", JSON.stringify(place)],
    ["{}", JSON.stringify(place)],
    [`[{"id":"one"}]`, JSON.stringify(place)],
    [JSON.stringify(QUEUE), "null"],
    [JSON.stringify(QUEUE), "[]"],
    [JSON.stringify(QUEUE), JSON.stringify({ ...place, index: 9 })],
    [JSON.stringify(QUEUE), JSON.stringify({ ...place, position: null })],
  ])("is passed over: %s and %s", (queue, stored) => {
    localStorage.setItem("orin.queue", queue);
    localStorage.setItem("orin.place", stored);
    expect(reload().state).toMatchObject({ track: null, visible: false });
  });
});

describe("keepQueue()", () => {
  it("leaves what the other tab has stored alone while that one plays", async () => {
    const first = givenKept();
    first.player.playTrack(QUEUE, 0);
    await first.audio.hear(10);
    const endFirst = endPage;
    const second = givenKept();
    second.player.playTrack([givenTrack("four"), givenTrack("five")], 1);
    await second.audio.hear(20);
    first.player.pause();
    first.player.choose({ error: { code: "playing_elsewhere", text: "" } });
    endPage();
    first.player.choose({ error: null });
    endFirst();
    expect(reload().state.track?.id).toBe("five");

    second.player.pause();
    second.player.choose({ error: { code: "playing_elsewhere", text: "" } });
    first.player.play();
    await first.audio.hear(5);
    expect(reload().state).toMatchObject({ queue: QUEUE, index: 0 });
  });

  it("lets the music play on when storage is full", async () => {
    const given = new GivenPlayer();
    const full = {
      setItem() {
        throw new DOMException("full", "QuotaExceededError");
      },
    };
    keepQueue(given.player, Object.assign(Object.create(localStorage), full), () => {});
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(10);
    expect(given.player.position.get()).toBeCloseTo(10);
  });
});
