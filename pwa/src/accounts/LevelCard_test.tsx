import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { IdentityAnswer, LevelAnswer } from "@contract/trust.ts";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { LevelCard } from "./LevelCard.tsx";
import { ClosedLevel } from "./ClosedLevel.tsx";

const LEVEL: LevelAnswer = {
  ...{ level: 0, dailyTokens: 2 },
  next: {
    ...{ level: 1, dailyTokens: 24 },
    conditions: [
      { name: "phone", have: 0, need: 1 },
      { name: "account_days", have: 7, need: 7 },
      { name: "minutes", have: 12, need: 60 },
    ],
  },
  phone: { number: "08031234567", isProven: false, canBeProven: true },
};
const CODE = "POST /api/v1/phone/code";
const CONFIRM = "POST /api/v1/phone/confirm";

function open(level: LevelAnswer | readonly Answer[], answers: Record<string, Answer> = {}) {
  const calls = answerCalls({ "GET /api/v1/level": "level" in level ? { body: level } : level, ...answers });
  renderScreen(<LevelCard />);
  return calls;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  // The field measures itself by elements that jsdom does not lay out.
  document.elementFromPoint ??= () => null;
  localStorage.clear();
  startSession({ token: "t", role: "listener", userId: "u1", reportToken: "r", expiresAt: "" }, true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

it("says what one can earn now, and shows the way to more", async () => {
  open(LEVEL);
  expect(await screen.findByText(/You are at level 0: you can earn up to 2 tokens \(₦2\) a day/)).toBeTruthy();
  expect(screen.getByText(/Next: up to 24 tokens \(₦24\) a day. You have 1 of 3/)).toBeTruthy();
  expect(screen.getByText(/Be on Orin for 7 days/).textContent).toContain("done");
  expect(screen.getByText(/Listen for 60 minutes/).textContent).toContain("12 so far");
});

it("proves the number by a code, and follows the level", async () => {
  const proven = { ...LEVEL, phone: { ...LEVEL.phone, number: "+2348031234567", isProven: true } };
  const calls = open([{ body: LEVEL }, { body: proven }], {
    [CODE]: { body: { message: "" } },
    [CONFIRM]: { body: { message: "" } },
  });
  await screen.findByText("Your level");
  await press("Prove your phone number");
  await press("Text me a code");
  await userEvent.type(await screen.findByLabelText("Code"), "12345");
  expect(await screen.findByText("+2348031234567 is your proven number.")).toBeTruthy();
  const bodies = calls.filter(({ call }) => call === CODE || call === CONFIRM).map(({ body }) => body);
  expect(bodies).toEqual([{ phone: "08031234567" }, { phone: "08031234567", otp: "12345" }]);
});

it("says why a number is not taken, and lets another one be typed", async () => {
  open(LEVEL, {
    [CODE]: { body: { message: "" } },
    [CONFIRM]: refusal(409, "3 other accounts use this number already."),
  });
  await screen.findByText("Your level");
  await press("Prove your phone number");
  await press("Text me a code");
  await userEvent.type(await screen.findByLabelText("Code"), "12345");
  expect(await screen.findByText("3 other accounts use this number already.")).toBeTruthy();
  await press("Another number");
  expect(screen.getByLabelText("Mobile number")).toBeTruthy();
});

it("offers no proof where Orin sends no texts, and nothing to grow at the last level", async () => {
  const { next: _next, ...last } = LEVEL;
  open({
    ...last,
    level: 2,
    dailyTokens: 24,
    next: undefined,
    phone: { ...LEVEL.phone, canBeProven: false },
  });
  expect(await screen.findByText(/up to 24 tokens \(₦24\) a day/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("says that level 1 is closed where no number can be proven, and which way is open", async () => {
  const closed = { ...LEVEL, phone: { ...LEVEL.phone, canBeProven: false } };
  open(closed);
  expect(await screen.findByText(/level 1 is closed. Prove your identity instead/)).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
  renderScreen(<ClosedLevel />);
  expect((await screen.findByRole("link", { name: "prove your identity in Settings" })).getAttribute("href"))
    .toBe("/settings/level");
});

const LIMITED: LevelAnswer = { ...LEVEL, identity: { isProven: false, monthlyTokens: 5_000 } };
const NONE: IdentityAnswer = { status: "none", isProven: false, checksLeft: 5 };
const ACCOUNT = { bankName: "Test Bank", accountNumber: "••••••6789", accountName: "OBI AMAKA" };
const IDENTITY = "GET /api/v1/identity";

it("asks for bank, account and BVN, and does not send what cannot be right", async () => {
  const calls = open(LIMITED, {
    [IDENTITY]: { body: NONE },
    "GET /api/v1/banks": { body: { banks: [{ code: "058", name: "Test Bank" }] } },
    "POST /api/v1/identity": { body: { ...NONE, status: "waiting", account: ACCOUNT } },
  });
  await screen.findByText(/We pay up to ₦5,000/);
  await press("Prove your identity");
  await screen.findByLabelText("BVN");
  await press("Check my identity");
  expect(screen.getByText("A BVN has 11 digits")).toBeTruthy();
  expect(calls.map(({ call }) => call)).not.toContain("POST /api/v1/identity");
  await userEvent.selectOptions(screen.getByLabelText("Your bank"), "058");
  await userEvent.type(screen.getByLabelText("Account number"), "0123456789");
  await userEvent.type(screen.getByLabelText("BVN"), "22345678901");
  await press("Check my identity");
  expect(await screen.findByText(/We are checking your BVN with your bank \(Test Bank ••••••6789\)/)).toBeTruthy();
  expect(screen.queryByLabelText("BVN")).toBeNull();
});

it("says why an identity was not proven, and that tomorrow is another day", async () => {
  open(LIMITED, { [IDENTITY]: { body: { ...NONE, status: "failed", reason: "It differs.", checksLeft: 0 } } });
  expect((await screen.findByRole("alert")).textContent).toContain("It differs. You can try again tomorrow.");
  expect(screen.getByRole("button", { name: "Prove your identity" })).toHaveProperty("disabled", true);
});

it("says whose identity is proven, and asks for nothing more", async () => {
  open(LIMITED, { [IDENTITY]: { body: { ...NONE, status: "proven", isProven: true, account: ACCOUNT } } });
  expect(await screen.findByText(/proven, as OBI AMAKA/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Prove your identity" })).toBeNull();
});
