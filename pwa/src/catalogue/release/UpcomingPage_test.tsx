import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Upcoming } from "@contract/releases.ts";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { KEPT_ROOTS } from "../../data/query_client.ts";
import { upcomingQuery } from "../../data/upcoming.ts";
import { endSession, startSession } from "../../lib/session.ts";
import { UpcomingPage } from "./UpcomingPage.tsx";

const RELEASE: Upcoming = {
  ...{ id: "r1", kind: "ep", title: "Ọjọ́ Tuntun", artist: "Àdùkẹ́ Bright", artistId: "a1", songCount: 2 },
  ...{ coverImageUrl: "", placeholder: "", releaseAt: "2090-01-02T17:05:00.000Z", isOut: false, isPresaved: false },
};
const PRESAVE = "PUT /api/v1/upcoming/r1/presave";

beforeEach(() => startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
  localStorage.clear();
});

const press = async () => {
  renderScreen(<UpcomingPage />, { route: "/release/:id", path: "/release/r1" });
  await userEvent.click(await screen.findByRole("button", { name: /^Pre-save/ }));
};

describe("a release that comes out soon", () => {
  it("is pre-saved with one press, and says so", async () => {
    answerCalls({ "GET /api/v1/upcoming/r1": { body: RELEASE }, [PRESAVE]: { body: { isPresaved: true } } });
    await press();
    expect(await screen.findByText("We tell you when it is out.", { exact: false })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Pre-saved/ }).getAttribute("aria-pressed")).toBe("true");
  });

  it("says without a network why nothing was saved, and what to do", async () => {
    answerCalls({ "GET /api/v1/upcoming/r1": { body: RELEASE }, [PRESAVE]: "no network" });
    await press();
    expect((await screen.findByRole("alert")).textContent).toBe("This was not saved: no connection. Press again later");
  });

  it("is kept on the device, so that it opens without a network once it was seen", () => {
    expect(KEPT_ROOTS.has(upcomingQuery("r1").queryKey[0])).toBe(true);
  });
});
