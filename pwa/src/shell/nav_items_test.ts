import { expect, it } from "vitest";
import { AREAS } from "../creator/team/areas.ts";
import { CREATOR_ITEMS, CREATOR_TOOLS } from "./creator_items.ts";
import { MORE_ITEMS, SIDE_ITEMS, TAB_ITEMS } from "./nav_items.ts";

const DOCUMENTED = ["Discover", "Stream & Earn", "Playlists", "Artists", "Earnings", "Subscriptions", "Settings"];
const labels = (items: typeof SIDE_ITEMS) => items.map(({ label }) => label);

it("the sidebar begins with the documents' seven items in their order", () => {
  expect(labels(SIDE_ITEMS)).toEqual([...DOCUMENTED, "Saved music"]);
});

it("a creator's sidebar has the documents' entries in their order", () => {
  expect(CREATOR_ITEMS.map(({ label }) => label)).toEqual([
    "Dashboard",
    "Music List",
    "Upload Music",
    "Gifts",
    "Settings",
  ]);
});

it("what is ours for creators are three entries, and every area leads to one", () => {
  expect(CREATOR_TOOLS.map(({ label }) => label)).toEqual(["Insights", "Fans", "Money"]);
  const known = [...CREATOR_ITEMS, ...CREATOR_TOOLS].flatMap(({ path, holds = [] }) => [path, ...holds]);
  expect(AREAS.flatMap(({ tabs }) => tabs.map(({ path }) => path)).filter((path) => !known.includes(path))).toEqual([]);
});

it("the phone's bar and its menu have the same in the same order", () => {
  expect(labels([...TAB_ITEMS, ...MORE_ITEMS])).toEqual([...DOCUMENTED, "Saved music"]);
});
