import type { PersonPage } from "@contract/people.ts";
import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { tokensWithNaira } from "../../lib/naira.ts";
import { startAdminSession } from "../shell/session.ts";
import { Person } from "./Person.tsx";

const AT = "2026-11-01T00:00:00.000Z";
const PAGE: PersonPage = {
  person: {
    ...{ _id: "p1", firstName: "Bisi", lastName: "Ade", email: "bisi@orin.example", address: "", phone: "" },
    ...{ role: "listener", isAdmin: false, createdAt: AT, isVerified: true, status: "active", suspension: null },
  },
  ...{ level: 1, balance: { at: AT, available: 12, settling: 0, pending: 100 } },
  ...{ devices: [], sessions: [], appeals: [], notes: [{ at: AT, by: "Ngozi Obi", text: "Called about a payout" }] },
};

afterEach(() => vi.unstubAllGlobals());

it("a person's page shows the balance of the chosen moment, the notes, and what a person got", async () => {
  const expiresAt = new Date(Date.now() + 9e6).toISOString();
  startAdminSession({ token: "t1", username: "N", userId: "u1", message: "", expiresAt });
  answerCalls({
    "GET /api/v1/admin/people/p1": [
      { body: PAGE },
      { body: { ...PAGE, balance: { ...PAGE.balance, available: 7 } } },
    ],
    "GET /api/v1/admin/people/p1/gifts": {
      body: {
        gifts: [{
          ...{ giftId: "g1", at: AT, way: "got", other: { userId: "p2", name: "Ayo Obi" }, tokens: 50 },
          ...{ method: "card", status: "sent", reference: "ref-1" },
        }],
      },
    },
  });
  renderScreen(<Person />, { route: "/people/:id", path: "/people/p1" });
  expect(await screen.findByText(tokensWithNaira(12))).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Balance at"), { target: { value: "2026-10-01T12:00" } });
  expect(await screen.findByText(tokensWithNaira(7))).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: "Notes (1)" }));
  expect(screen.getByText("Called about a payout")).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: "Gifts" }));
  expect((await screen.findByRole("link", { name: "Ayo Obi" })).getAttribute("href")).toBe("/people/p2");
  expect(screen.getByText("ref-1")).toBeTruthy();
});
