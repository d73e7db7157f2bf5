import type { TrackSplit } from "@contract/splits.ts";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { endSession, startSession } from "../../lib/session.ts";
import { basisPointsOf } from "../../lib/percent.ts";
import { ShareEditor } from "./ShareEditor.tsx";
import { SongShares } from "./SongShares.tsx";
import { SplitInvite } from "./SplitInvite.tsx";

const SPLIT: TrackSplit = {
  ...{ trackId: "t1", title: "Omi Tutu", version: 4, ownBasisPoints: 7_000, proposal: null },
  ...{ settled: [], history: [] },
  shares: [{
    ...{ creatorId: "ada", name: "Ada", basisPoints: 3_000, since: "2026-11-01T10:00:00.000Z" },
    ...{ isWaiting: false, dispute: null },
  }],
};

beforeEach(() => startSession({ token: "t1", role: "creator", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

it.each([["12.5", 1_250], ["12,05 %", 1_205], ["0.01", 1], ["100", 10_000], ["", undefined], ["1.234", undefined], [
  "-5",
  undefined,
], ["abc", undefined]])("basisPointsOf() reads %s as %s", (typed, points) => {
  expect(basisPointsOf(typed)).toBe(points);
});

it("the editor says what is left, refuses what cannot be, and asks whom the owner named", async () => {
  const calls = answerCalls({
    "GET /api/v1/split-artists": { body: { artists: [{ creatorId: "bola", name: "Bọ́lá", pictureUrl: "" }] } },
    "PUT /api/v1/tracks/t1/split": [refusal(409, "These shares have just changed", { code: "conflict" }), {
      body: SPLIT,
    }],
  });
  const onDone = vi.fn();
  renderScreen(<ShareEditor split={SPLIT} onDone={onDone} />);
  await userEvent.type(screen.getByLabelText("Add an artist or an email address"), "bola");
  await userEvent.click(await screen.findByRole("button", { name: "Bọ́lá" }));
  await userEvent.type(screen.getByLabelText("Add an artist or an email address"), "Chi@Mail.example{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Ask for these parts" }));
  expect(screen.getAllByText(/Enter a percentage above 0/)).toHaveLength(2);
  expect(calls.filter(({ call }) => call.startsWith("PUT"))).toHaveLength(0);
  await userEvent.type(screen.getByLabelText("Bọ́lá"), "20,5");
  await userEvent.type(screen.getByLabelText("chi@mail.example"), "9.5");
  expect(screen.getByText("40 %")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Ask for these parts" }));
  expect(await screen.findByText("These shares have just changed")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Look again" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Ask for these parts" }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(calls.filter(({ call }) => call.startsWith("PUT")).at(-1)?.body).toEqual({
    ...{ version: 4, ownBasisPoints: 4_000 },
    shares: [
      { creatorId: "ada", basisPoints: 3_000 },
      { creatorId: "bola", basisPoints: 2_050 },
      { email: "chi@mail.example", basisPoints: 950 },
    ],
  });
});

it("an invitation for another account says so, and has no buttons", async () => {
  const asked = { trackId: "t1", title: "Omi Tutu", coverImageUrl: "", ownerName: "Ada", basisPoints: 1_000 };
  answerCalls({
    "GET /api/v1/split-invitations/": { body: { ...asked, wasBasisPoints: 0, status: "waiting", whose: "other" } },
  });
  renderScreen(<SplitInvite />);
  expect(await screen.findByText(/for another account/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
});

it("the shares of a song are printed with who accepted which part when, what is asked for, and what was before", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const invited = [{
    ...{ invitationId: "i1", name: "Bọ́lá", isAddress: false, creatorId: "bola", basisPoints: 500, wasBasisPoints: 0 },
    status: "waiting",
  }];
  const history = [{
    at: "2026-10-01T09:00:00.000Z",
    ownBasisPoints: 9_000,
    shares: [{ name: "Ada", basisPoints: 1_000 }],
  }];
  const split = { ...SPLIT, proposal: { proposalId: "p1", at: "2026-11-02T09:00:00.000Z", invited }, history };
  answerCalls({ "GET /api/v1/tracks/t1/split": { body: split } });
  renderScreen(<SongShares />, { route: "/cs-split/:trackId", path: "/cs-split/t1" });
  const sheet = within(await screen.findByRole("region", { name: "Shares of Omi Tutu, for paper" }));
  expect(sheet.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["Person", "Share", "In force since"],
    ["Owner", "70 %", ""],
    ["Ada", "30 %", "1 Nov 2026, 11:00"],
    ["Person", "Share", "Answer"],
    ["Bọ́lá", "5 %", "Has not answered yet"],
    ["From", "Shares"],
    ["1 Oct 2026, 10:00", "Owner 90 %, Ada 10 %"],
  ]);
  expect(sheet.getByText(/Version 4 of its shares/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});
