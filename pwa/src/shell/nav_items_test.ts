import { expect, it } from "vitest";
import { CREATOR_ITEMS } from "./creator_items.ts";
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

it("the phone's bar and its menu have the same in the same order", () => {
  expect(labels([...TAB_ITEMS, ...MORE_ITEMS])).toEqual([...DOCUMENTED, "Saved music"]);
});
