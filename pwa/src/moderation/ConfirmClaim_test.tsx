import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { ClaimLink } from "@contract/moderation.ts";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { ConfirmClaim } from "./ConfirmClaim.tsx";

const CLAIM: ClaimLink = {
  ...{ claimId: "c1", title: "Zumba", name: "Lagos Label", work: "Our song of 2015.", state: "unconfirmed" },
  ...{ at: "2026-11-25T10:00:00Z", confirmBy: "2026-12-02T10:00:00Z" },
};
const ASKS = "We look at it once you have confirmed it.";

afterEach(() => vi.unstubAllGlobals());

it("a claim asks to be confirmed, and no longer once it is", async () => {
  answerCalls({
    "GET /api/v1/takedowns/links/t1": { body: CLAIM },
    "POST /api/v1/takedowns/links/t1": { body: { ...CLAIM, state: "waiting" } },
  });
  renderScreen(<ConfirmClaim />, { route: "/takedown/:token", path: "/takedown/t1" });
  await userEvent.click(await screen.findByRole("button", { name: "Confirm my claim" }));
  expect(await screen.findByText(/^Your claim is confirmed\./)).toBeTruthy();
  expect(screen.queryByText(ASKS)).toBeNull();
});
