import type { OwnDuplicate } from "@contract/duplicates.ts";
import { screen, waitFor } from "@testing-library/react";
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

it("says what a moderator looks at, and what they wrote", async () => {
  const refused: OwnDuplicate = { ...others, matchId: "m3", title: "Taken", state: "refused", reason: "Not yours" };
  answerCalls({ [LIST]: { body: { duplicates: [others, refused] } } });
  renderScreen(<Duplicates />);
  expect((await screen.findByText(/Borrowed/)).closest("p")?.textContent).toBe("“Borrowed” waits for a check");
  expect(screen.getByText(/Taken/).closest("p")?.textContent).toBe("“Taken” does not come out");
  expect(screen.getByText("Not yours")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
