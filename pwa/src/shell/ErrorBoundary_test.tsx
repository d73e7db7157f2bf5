import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Artists } from "../catalogue/Artists.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

const GONE = new TypeError("Failed to fetch dynamically imported module: /assets/legal-Terms-1.js");

beforeEach(() => {
  vi.stubGlobal("__BUILD_ID__", "one");
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(error: unknown): void {
  const Broken = () => {
    throw error;
  };
  render(
    <ErrorBoundary resetKey="/terms">
      <Broken />
    </ErrorBoundary>,
  );
}

function givenVersion(answer: () => Promise<Response>): void {
  vi.stubGlobal("fetch", vi.fn((url: string) => url === "/version.json" ? answer() : Promise.reject(new TypeError())));
}

it("a screen whose code is gone says that Orin was updated only when the service has another build", async () => {
  givenVersion(() => Promise.resolve(Response.json({ build: "two" })));
  show(GONE);
  await screen.findByRole("heading", { name: "Orin was updated" });
});

it.each([
  ["nobody answers", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["somebody else answers", () => Promise.resolve(new Response("<html>Pay for the hotspot</html>"))],
])(
  "a screen whose code is gone says that there is no connection when %s, whatever the browser believes",
  async (_, answer) => {
    givenVersion(answer);
    show(GONE);
    await screen.findByRole("heading", { name: "You are offline" });
    expect(screen.queryByText(/was updated/)).toBeNull();
    screen.getByText(/not on your device/);
  },
);

it("a screen whose code is gone for a moment asks to be loaded again", async () => {
  givenVersion(() => Promise.resolve(Response.json({ build: "one" })));
  show(GONE);
  await screen.findByRole("heading", { name: "This screen did not load" });
});

it("a screen that breaks says so, and asks nobody", () => {
  givenVersion(() => Promise.reject(new TypeError()));
  show(new Error("Cannot read properties of undefined"));
  screen.getByRole("heading", { name: "Something went wrong" });
  expect(fetch).not.toHaveBeenCalled();
});

it.each([[[null]], [[{ _id: "a" }]]])("a screen says so when an answer lacks what it shows: %j", async (body) => {
  answerCalls({ "GET /api/auth/creators": { body } });
  renderScreen(
    <ErrorBoundary resetKey="/artists">
      <Artists />
    </ErrorBoundary>,
    { route: "/artists" },
  );
  await screen.findByRole("heading", { name: "Something went wrong" });
});
