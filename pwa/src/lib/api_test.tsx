import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "./api.ts";
import { ApiError, failureText, isTemporary } from "./api_error.ts";
import { isOnline, reportReached } from "./connection.ts";
import { endSession, getSession, startSession, useIsRefused } from "./session.ts";

const ANSWER = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;

function answerWith(body: string, init: ResponseInit = {}) {
  const fetch = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response(body, init)));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(() => undefined, (error: unknown) => error);
  if (!(error instanceof ApiError)) throw new Error("Expected an ApiError");
  return error;
}

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => {
  vi.unstubAllGlobals();
  reportReached();
});

describe("api()", () => {
  it("sends JSON with the bearer token and returns the answer", async () => {
    const fetch = answerWith('{"count":"7"}');
    startSession(ANSWER, true);
    expect(await api("/api/v1/x", { method: "POST", body: { a: 1 } })).toEqual({ count: "7" });
    const init = fetch.mock.calls[0]?.[1];
    const headers = new Headers(init?.headers);
    expect(headers.get("authorization")).toBe("Bearer t1");
    expect(headers.get("content-type")).toBe("application/json");
    expect(init?.body).toBe('{"a":1}');
  });

  it("sends no token where the call is not the user's", async () => {
    const fetch = answerWith("{}");
    startSession(ANSWER, true);
    await api("/api/auth/login", { method: "POST", body: {}, withToken: false });
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).has("authorization")).toBe(false);
  });

  it("leaves the content type of forms with files to the browser", async () => {
    const fetch = answerWith("{}");
    await api("/api/auth/upload-dp", { method: "POST", body: new FormData() });
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).has("content-type")).toBe(false);
  });

  it("fails as http with the service's text, code and fields", async () => {
    const problem = {
      error: "Taken",
      message: "Taken",
      code: "email_taken",
      requestId: "r",
      fields: { email: "Taken" },
    };
    answerWith(JSON.stringify(problem), { status: 409 });
    const error = await failureOf(api("/api/auth/signup", { method: "POST" }));
    expect([error.kind, error.status, error.code, error.text, error.fields]).toEqual([
      "http",
      409,
      "email_taken",
      "Taken",
      { email: "Taken" },
    ]);
    expect(failureText(error, "Failed to register", "An error occurred during registration")).toBe("Taken");
  });

  it("fails as http without a text when something other than the service answers", async () => {
    answerWith("<html>Bad gateway</html>", { status: 502 });
    const error = await failureOf(api("/api/v1/tracks"));
    expect(error.status).toBe(502);
    expect(failureText(error, "Failed to fetch tracks", "No answer")).toBe("Failed to fetch tracks");
    expect(isTemporary(error)).toBe(true);
  });

  it("fails as network when no answer comes, and then the app counts as offline", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const error = await failureOf(api("/api/v1/tracks"));
    expect(error.kind).toBe("network");
    expect(failureText(error, "wrong password or wrong username", "Invalid credentials")).toBe("Invalid credentials");
    expect(isOnline()).toBe(false);
  });

  it("counts as online again after any answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await failureOf(api("/api/v1/tracks"));
    answerWith("{}", { status: 500 });
    await failureOf(api("/api/v1/tracks"));
    expect(isOnline()).toBe(true);
  });

  it.each(["<html>Pay for the hotspot</html>", '"text"', "7", "null", ""])(
    "fails as parse when a success is no answer of the service: %s",
    async (body) => {
      answerWith(body);
      expect((await failureOf(api("/api/v1/tracks"))).kind).toBe("parse");
    },
  );

  it("fails as abort when the caller gives up, which says nothing about the connection", async () => {
    vi.stubGlobal("fetch", (_path: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    const controller = new AbortController();
    const work = failureOf(api("/api/v1/tracks", { signal: controller.signal }));
    controller.abort();
    expect((await work).kind).toBe("abort");
    expect(isOnline()).toBe(true);
  });

  it("keeps the session on a 401, but knows that it was refused", async () => {
    answerWith('{"error":"Session expired"}', { status: 401 });
    startSession(ANSWER, true);
    await failureOf(api("/api/v1/playlist"));
    expect(getSession()?.token).toBe("t1");
    expect(renderHook(useIsRefused).result.current).toBe(true);
  });
});
