import type { OwnDuplicate } from "@contract/duplicates.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Duplicates } from "./Duplicates.tsx";

const LIST = "GET /api/v1/my-duplicates";
const own: OwnDuplicate = {
  ...{ matchId: "m1", asked: "owner", trackId: "t2", title: "Twice", at: "2026-06-02T10:00:00Z", state: "open" },
  track: { _id: "t1", title: "Once", uploadedAt: "2026-05-12T10:00:00Z" },
};
const others: OwnDuplicate = { ...own, matchId: "m2", asked: "moderator", title: "Borrowed", track: undefined };

afterEach(() => vi.unstubAllGlobals());

it("asks the artist about their own recording, and takes the answer once", async () => {
  const calls = answerCalls({
    [LIST]: { body: { duplicates: [own] } },
    "POST /api/v1/my-duplicates/m1": [refusal(503, "Please try again in a moment"), { body: { duplicates: [] } }],
  });
  renderScreen(<Duplicates />);
  expect(await screen.findByText("You uploaded this recording on 12 May 2026")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Do not upload it again" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Please try again in a moment");
  await userEvent.click(screen.getByRole("button", { name: "Keep both" }));
  await waitFor(() => expect(screen.queryByText(/You uploaded this recording/)).toBeNull());
  const said = calls.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body);
  expect(said).toEqual([{ answer: "withdraw" }, { answer: "keep_both" }]);
});

it("lets the new recording take the old one's place, after a word about what stays and what goes", async () => {
  const calls = answerCalls({
    [LIST]: { body: { duplicates: [own] } },
    "POST /api/v1/my-duplicates/m1": { body: { duplicates: [] } },
  });
  const onAnswered = vi.fn();
  renderScreen(<Duplicates of={["t2"]} onAnswered={onAnswered} />);
  await userEvent.click(await screen.findByRole("button", { name: "Replace the old one" }));
  const dialog = screen.getByRole("alertdialog", { name: "Replace the recording of Once?" });
  expect(dialog.textContent).toMatch(/Once keeps its plays.*The new song Twice goes/);
  await userEvent.click(within(dialog).getByRole("button", { name: "Replace" }));
  await waitFor(() => expect(onAnswered).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(/You uploaded this recording/)).toBeNull();
  expect(calls.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body)).toEqual([
    { answer: "replace", replaces: "t1" },
  ]);
});

it("offers no replacing where the old song is gone, and shows only the songs that are asked for", async () => {
  answerCalls({
    [LIST]: { body: { duplicates: [{ ...own, track: undefined }, { ...own, matchId: "m4", trackId: "t9" }] } },
  });
  renderScreen(<Duplicates of={["t2"]} />);
  expect(await screen.findByText("You uploaded this recording before")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Replace the old one" })).toBeNull();
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

it("says what a moderator looks at, and what they wrote", async () => {
  const refused: OwnDuplicate = { ...others, matchId: "m3", title: "Taken", state: "refused", reason: "Not yours" };
  answerCalls({ [LIST]: { body: { duplicates: [others, refused] } } });
  renderScreen(<Duplicates />);
  expect((await screen.findByText(/Borrowed/)).closest("p")?.textContent).toBe("“Borrowed” waits for a check");
  expect(screen.getByText(/Taken/).closest("p")?.textContent).toBe("“Taken” does not come out");
  expect(screen.getByText("Not yours")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
