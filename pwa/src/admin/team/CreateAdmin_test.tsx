import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { endAdminSession, startAdminSession } from "../shell/session.ts";
import { CreateAdmin } from "./CreateAdmin.tsx";

afterEach(() => endAdminSession());

function open(sides: number): void {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  startAdminSession({ username: "Boss", userId: "admin1", expiresAt, message: "" });
  answerCalls({ "GET /api/v1/admin/team": { body: { members: [], sides } } });
  renderScreen(<CreateAdmin />, { route: "/create-admin" });
}

it("says to a shop with one side what waits, and how it gets its second", async () => {
  open(1);
  expect((await screen.findByText(/There is only one side/)).textContent).toMatch(
    /admins you invite wait.*ADMIN2_EMAIL/,
  );
});

it("says nothing of it to a shop with two", async () => {
  open(2);
  await screen.findByRole("heading", { name: "Team" });
  expect(screen.queryByText(/only one side/)).toBeNull();
});
