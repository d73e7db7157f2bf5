import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { holdBusy } from "../lib/busy.ts";
import { endSession, getSession, startSession } from "../lib/session.ts";
import { RequireSession } from "./RequireSession.tsx";

const ANSWER = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

function openEarnings() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/earnings?page=2"]}>
        <Routes>
          <Route path="/earnings" element={<RequireSession>My money</RequireSession>} />
          <Route path="*" element={<Address />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function profileAnswers(status: number) {
  const fetch = vi.fn(() => Promise.resolve(new Response('{"error":"No"}', { status })));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => vi.unstubAllGlobals());

describe("RequireSession", () => {
  it("sends visitors to the log-in, which knows the way back", () => {
    openEarnings();
    expect(screen.getByText("/login?next=%2Fearnings%3Fpage%3D2")).toBeTruthy();
  });

  it("shows the screen at once to whom has a session", () => {
    profileAnswers(200);
    startSession(ANSWER, true);
    openEarnings();
    expect(screen.getByText("My money")).toBeTruthy();
  });

  it("ends the session and leads to the log-in when the profile check answers 401", async () => {
    profileAnswers(401);
    startSession(ANSWER, true);
    openEarnings();
    await waitFor(() => expect(screen.getByText(/^\/login/)).toBeTruthy());
    expect(getSession()).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it.each([500, 503, 403])("lets the page through when it answers %i", async (status) => {
    const fetch = profileAnswers(status);
    startSession(ANSWER, true);
    openEarnings();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    await new Promise((later) => setTimeout(later, 20));
    expect(screen.getByText("My money")).toBeTruthy();
    expect(getSession()?.token).toBe("t1");
  });

  it("never logs out because the network fails", async () => {
    vi.stubGlobal("fetch", vi.fn(() => Promise.reject(new TypeError("Failed to fetch"))));
    startSession(ANSWER, true);
    openEarnings();
    await new Promise((later) => setTimeout(later, 20));
    expect(getSession()?.token).toBe("t1");
    expect(screen.getByText("My money")).toBeTruthy();
  });

  it("leaves a refused session alone while music plays", async () => {
    const fetch = profileAnswers(401);
    const release = holdBusy("playing");
    startSession(ANSWER, true);
    openEarnings();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    await new Promise((later) => setTimeout(later, 20));
    expect(getSession()?.token).toBe("t1");
    release();
  });
});
