import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { givenListener } from "../../../testing/given_session.ts";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { givenTrack } from "../../../testing/given_tracks.ts";
import { TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";

const queue = vi.hoisted(() => ({ playNext: vi.fn(), addToEnd: vi.fn() }));
vi.mock("../../player/queue.ts", () => queue);

const TRACKS = ["one", "two", "three"].map((id) => givenTrack(`Title ${id}`, { _id: id }));

givenListener();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => vi.clearAllMocks());

function open() {
  answerCalls({});
  renderScreen(
    <TrackRows
      label="Songs"
      tracks={TRACKS}
      source="test"
      buttons={(track, actions) => <TrackMenu track={track} actions={actions} />}
    />,
  );
}

const selected = () =>
  screen.getAllByRole("option", { selected: true }).map((option) =>
    option.textContent?.match(/Title (one|two|three)/)?.[1]
  );

async function begin() {
  await userEvent.click(screen.getByRole("button", { name: /More for Title two/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Select" }));
  return await screen.findByRole("listbox", { name: "Songs" });
}

it("songs are selected from a menu, by presses and by Shift, and play next together", async () => {
  open();
  await begin();
  expect(selected()).toEqual(["two"]);
  const user = userEvent.setup();
  const [first, , third] = screen.getAllByRole("option");
  if (!first || !third) throw new Error("There are three");
  await user.click(first);
  expect(selected()).toEqual(["one", "two"]);
  await user.keyboard("{Shift>}");
  await user.click(third);
  await user.keyboard("{/Shift}");
  expect(selected()).toEqual(["one", "two", "three"]);
  const bar = within(screen.getByRole("toolbar", { name: "Selected songs" }));
  expect(bar.getByText("3", { exact: false })).toBeTruthy();
  await user.click(bar.getByRole("button", { name: "Play Next" }));
  // The queue's code comes with the press.
  await expect.poll(() => queue.playNext.mock.calls.length).toBe(1);
  expect(queue.playNext.mock.calls[0]?.[1].map(({ id }: { id: string }) => id)).toEqual(["one", "two", "three"]);
  await vi.waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
});

it("the keys select: Shift with an arrow begins and extends, Space toggles, Escape gives the focus back", async () => {
  open();
  screen.getByRole("button", { name: /^Share Title two/ }).focus();
  const user = userEvent.setup();
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  const list = await screen.findByRole("listbox", { name: "Songs" });
  await vi.waitFor(() => expect(document.activeElement).toBe(list));
  expect(selected()).toEqual(["two"]);
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(selected()).toEqual(["two", "three"]);
  await user.keyboard("{ArrowUp}{ArrowUp} ");
  expect(selected()).toEqual(["one", "two", "three"]);
  await user.keyboard("{Control>}a{/Control}");
  expect(screen.queryAllByRole("option", { selected: true })).toEqual([]);
  const bar = within(screen.getByRole("toolbar", { name: "Selected songs" }));
  expect(bar.getByRole<HTMLButtonElement>("button", { name: "Add to Queue" }).disabled).toBe(true);
  list.focus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(document.activeElement?.closest("li")?.textContent).toContain("Title one");
});
