import { afterEach, beforeEach, vi } from "vitest";
import { reportReached } from "../src/lib/connection.ts";
import { endSession, startSession } from "../src/lib/session.ts";

/** Logs a listener in before each test of the file, on an empty device, and takes stubs away after it. */
export function givenListener(): void {
  beforeEach(() => {
    localStorage.clear();
    endSession();
    startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    reportReached();
  });
}
