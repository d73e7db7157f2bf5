import { describe, expect, it } from "vitest";
import { devotedKeys, groupsOf, type Hearing, type Shared, weightOf } from "./grouping.ts";

const many = (count: number, name = "m") =>
  Array.from({ length: count }, (_, n) => `${name}${String(n).padStart(4, "0")}`);
const key = (kind: Shared["kind"], ...members: string[]): Shared => ({ kind, members });

describe("groupsOf()", () => {
  it.each(["device", "phone", "bank"] as const)("links two accounts by one %s", (kind) => {
    expect(groupsOf([key(kind, "a", "b")])).toEqual([
      { members: ["a", "b"], shared: [key(kind, "a", "b")], links: [{ kind, keys: 1, members: 2, weight: 1 }] },
    ]);
  });

  it("does not link by a sign-up side by side, by one play at the same moment, or by taste alone", () => {
    const alike = Array.from({ length: 4 }, () => key("similar", "a", "b"));
    expect(groupsOf([key("sign_up", "a", "b")])).toEqual([]);
    expect(groupsOf([key("span", "a", "b"), key("span", "a", "b")])).toEqual([]);
    expect(groupsOf(alike)).toEqual([]);
    expect(groupsOf([key("span", "a", "b"), key("sign_up", "b", "c"), ...alike])).toEqual([]);
  });

  it("links by what adds up: three plays at the same moments, or a sign-up side by side and the same taste", () => {
    expect(groupsOf(Array.from({ length: 3 }, () => key("span", "a", "b")))).toMatchObject([
      { members: ["a", "b"], links: [{ kind: "span", keys: 3 }] },
    ]);
    const alike = Array.from({ length: 4 }, () => key("similar", "a", "b"));
    expect(groupsOf([key("sign_up", "a", "b"), ...alike])).toMatchObject([{ members: ["a", "b"] }]);
  });

  it("links by seats of one payment and a sign-up side by side, not by seats or gifts alone", () => {
    const [seats, gift] = [key("seats", "a", "b"), key("gift", "a", "b")];
    expect(groupsOf([seats, gift])).toEqual([]);
    expect(groupsOf([gift, key("sign_up", "a", "b")])).toEqual([]);
    expect(groupsOf([seats, key("sign_up", "a", "b")])).toMatchObject([{ members: ["a", "b"] }]);
    expect(groupsOf([seats, gift, key("similar", "a", "b")])).toMatchObject([{ members: ["a", "b"] }]);
  });

  it("makes no farm of fans who give: gifts and the artist they hear count once, the heavier", () => {
    const fans = many(6);
    const [hears, gives] = [key("artist", ...fans), key("gift", ...fans)];
    expect(groupsOf([hears, gives, key("sign_up", ...fans)])).toEqual([]);
    expect(groupsOf([hears, hears, gives, gives, gives])).toEqual([]);
    expect(groupsOf([hears, hears, gives, key("similar", ...fans)])).toHaveLength(1);
    expect(groupsOf([hears, hears, key("similar", ...fans)])).toHaveLength(1);
  });

  it("joins chains, keeps strangers apart, and names the oldest first", () => {
    const keys = [key("device", "c", "d"), key("bank", "a", "c"), key("phone", "x", "y")];
    expect(groupsOf(keys).map(({ members }) => members).sort()).toEqual([["a", "c", "d"], ["x", "y"]]);
  });

  it("weighs what hundreds share less: an address of a mobile network links nobody with a few common tracks", () => {
    const crowd = many(400);
    expect(weightOf(key("sign_up", ...crowd))).toBe(0.025);
    expect(weightOf(key("device", ...many(200)))).toBe(1);
    expect(weightOf(key("device", ...many(400)))).toBe(0.5);
    const alike = Array.from({ length: 4 }, () => key("similar", ...crowd.slice(0, 60)));
    expect(groupsOf([key("sign_up", ...crowd), ...alike])).toEqual([]);
  });

  it("finds the old attack as one group: 149 accounts that report the same plays", () => {
    const farm = many(149);
    const keys = [...many(28).map(() => key("span", ...farm)), key("device", "m0001", "z"), key("device", "p", "q")];
    const [first, ...others] = groupsOf(keys).sort((one, two) => two.members.length - one.members.length);
    expect(first?.members).toEqual([...farm, "z"]);
    expect(others).toHaveLength(1);
  });
});

describe("devotedKeys()", () => {
  const MINUTE = 60_000;
  const hears = (listenerId: string, minutes: number, share = 1): Hearing => (
    { listenerId, artistId: "artist", claimedMs: minutes * MINUTE, allMs: minutes * MINUTE / share }
  );
  const timeOf = (minutes: number) => new Map([["artist", minutes * MINUTE]]);
  const farm = many(5).map((name) => hears(name, 20));

  it("finds accounts that give an artist nearly all of their time, where they make most of his", () => {
    expect(devotedKeys(farm, timeOf(110))).toEqual([key("artist", ...many(5)), key("artist", ...many(5))]);
    expect(devotedKeys(farm, timeOf(200))).toEqual([]);
  });

  it("gives those who hear others, too, one key alone", () => {
    const fans = many(5).map((name) => hears(name, 20, 0.8));
    expect(devotedKeys(fans, timeOf(100))).toEqual([key("artist", ...many(5))]);
    expect(devotedKeys(many(5).map((name) => hears(name, 20, 0.7)), timeOf(100))).toEqual([]);
  });

  it("passes over two of them, and those who have hardly listened", () => {
    expect(devotedKeys(farm.slice(0, 2), timeOf(40))).toEqual([]);
    expect(devotedKeys(many(5).map((name) => hears(name, 9)), timeOf(45))).toEqual([]);
  });

  it("makes no group of real fans, not even of those who signed up side by side", () => {
    const fans = many(5).map((name) => hears(name, 60, 0.8));
    expect(groupsOf([...devotedKeys(fans, timeOf(400)), key("sign_up", ...many(5))])).toEqual([]);
    const wholly = devotedKeys(farm, timeOf(100));
    expect(groupsOf(wholly)).toEqual([]);
    const alike = [1, 2].map(() => key("similar", ...many(5)));
    expect(groupsOf([...wholly, ...alike])).toMatchObject([{ members: many(5), links: [{ kind: "artist" }, {}] }]);
  });
});
