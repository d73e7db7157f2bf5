import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { endSession, startSession } from "../lib/session.ts";
import { useCreatorPicture } from "./creator_picture.ts";

afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it("the creator's picture is asked for, and again when the profile changed", async () => {
  const picture = { body: { profilePicture: { url: "/p.webp" } } };
  const calls = answerCalls({ "GET /api/v1/creator-profile": picture });
  startSession({ token: "t", userId: "u", role: "creator", reportToken: "r", expiresAt: "" }, true);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Picture />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(document.querySelector("img")?.getAttribute("src")).toBe("/p.webp"));
  expect(calls).toHaveLength(1);
  dispatchEvent(new Event("refresh-profile"));
  await vi.waitFor(() => expect(calls).toHaveLength(2));
});

function Picture() {
  return <img alt="" src={useCreatorPicture()} />;
}
