import type { CreatorEarnings } from "@contract/earnings.ts";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { actFor } from "../lib/acting.ts";
import { endSession, startSession } from "../lib/session.ts";
import { Earned } from "./Earned.tsx";
import { CreatorFrame } from "./team/CreatorFrame.tsx";

const EARNINGS = "GET /api/v1/creator-earnings";
const ANSWER: CreatorEarnings = {
  earnings: { total: 1_078.69, thisMonth: -57.82, lastMonth: 1_136.51, thisYear: 1_078.69 },
  earned: { gifts: 950, royalties: 129.69, repaid: -1, total: 1_078.69 },
  months: [
    { month: "2026-01", gifts: -50, royalties: -6.82, repaid: -1, total: -57.82 },
    { month: "2025-12", gifts: 1_000, royalties: 136.51, repaid: 0, total: 1_136.51 },
  ],
  account: { listening: 2.5, spent: 0, paidOut: -400, balance: 681.19 },
};
const TEAM = { artistId: "night", artistName: "Night Bus", pictureUrl: "", since: "2026-11-01" } as const;

beforeEach(() => startSession({ token: "t1", role: "creator", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
afterEach(() => {
  vi.unstubAllGlobals();
  actFor(undefined);
  endSession();
});

const sumOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

it("money says what came of which kind and month, and how it became the balance", async () => {
  answerCalls({ [EARNINGS]: { body: ANSWER } });
  renderScreen(<Earned />);
  expect(await screen.findByText("How it became your balance")).toBeTruthy();
  expect(["Gifts", "Royalties, after tax", "Paid back to Orin", "Rewards for your own listening", "Paid to your bank"]
    .map(sumOf)).toEqual(["₦950.00", "₦129.69", "-₦1.00", "₦2.50", "-₦400.00"]);
  expect([sumOf("Your balance"), sumOf("Earned in all")]).toEqual(["₦681.19", "₦1,078.69"]);
  expect(screen.queryByText("Spent on gifts and plays")).toBeNull();
  const months = within(screen.getByRole("list", { name: "Earned by month" })).getAllByRole("listitem");
  expect(months.map((month) => month.textContent)).toEqual([
    "January 2026-₦57.82Gifts -₦50.00, royalties -₦6.82, paid back -₦1.00",
    "December 2025₦1,136.51Gifts ₦1,000.00, royalties ₦136.51",
  ]);
});

it("money of an artist whom nobody has paid says what will be there, and a failure can be tried again", async () => {
  const nothing = { gifts: 0, royalties: 0, repaid: 0, total: 0 };
  const account = { listening: 0, spent: 0, paidOut: 0, balance: 0 };
  answerCalls({
    [EARNINGS]: [refusal(503, "Try again in a moment"), { body: { ...ANSWER, earned: nothing, months: [], account } }],
  });
  renderScreen(<Earned />);
  (await screen.findByRole("button", { name: /again/i })).click();
  expect(await screen.findByText("Nothing earned yet")).toBeTruthy();
});

it("the screens of money are tabs with addresses; a member of the team has those of theirs", async () => {
  answerCalls({
    [EARNINGS]: { body: { ...ANSWER, account: undefined } },
    "GET /api/v1/teams": { body: { teams: [], invitations: [] } },
  });
  const tabs = () =>
    within(screen.getByRole("navigation", { name: "Money" })).getAllByRole("link").map((tab) =>
      tab.getAttribute("href")
    );
  const framed = (
    <CreatorFrame>
      <Earned />
    </CreatorFrame>
  );
  renderScreen(framed, { route: "*", path: "/cs-money" });
  expect(tabs()).toEqual(["/cs-money", "/cs-wallet", "/cs-royalties", "/cs-gift"]);
  cleanup();
  actFor({ ...TEAM, role: "analyst", memberId: "u1" });
  renderScreen(framed, { route: "*", path: "/cs-money" });
  expect(tabs()).toEqual(["/cs-money", "/cs-royalties", "/cs-gift"]);
  expect(await screen.findByText("By month")).toBeTruthy();
  expect(screen.queryByText("How it became your balance")).toBeNull();
});
