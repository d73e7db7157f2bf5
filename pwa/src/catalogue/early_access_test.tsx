import { useInfiniteQuery } from "@tanstack/react-query";
import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { tracksQuery } from "../data/catalogue.ts";
import { isClosed } from "../lib/early_access.ts";
import { askPremium } from "../lib/premium.ts";
import { endSession, startSession } from "../lib/session.ts";
import { SharedTrack } from "./SharedTrack.tsx";
import { DownloadButton, useTrackActions } from "./TrackActions.tsx";
import { TrackGrid } from "./TrackGrid.tsx";
import { TrackRows } from "./TrackRows.tsx";

const UNTIL = "2090-01-02T17:05:00.000Z";
const WAITS = "Early access for Premium until 2 Jan 2090, 18:05";
const CLOSED = givenTrack("Closed", { earlyAccessUntil: UNTIL, audioUrl: "" });
const HEARD = givenTrack("Heard", { earlyAccessUntil: UNTIL });
const PAST = givenTrack("Past", { earlyAccessUntil: "2020-01-02T17:05:00.000Z", audioUrl: "" });

afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
  localStorage.clear();
});

function Download() {
  const actions = useTrackActions();
  return (
    <>
      <DownloadButton track={CLOSED} actions={actions} />
      {actions.dialogs}
    </>
  );
}

function Shared() {
  return (
    <SharedTrack id={CLOSED._id} pages={useInfiniteQuery({ ...tracksQuery(), enabled: false })} onClose={() => {}} />
  );
}

async function expectWayToPremium() {
  const dialog = await screen.findByRole("dialog", { name: "Closed" });
  expect(dialog.textContent).toContain(WAITS);
  expect(screen.getByRole("link", { name: "Go Premium" }).getAttribute("href")).toBe("/subscriptions");
}

describe("early access", () => {
  it.each([["rows", TrackRows], ["cards", TrackGrid]])("is marked in %s; who waits reads until when", (_, List) => {
    renderScreen(<List label="Songs" source="test" tracks={[CLOSED, HEARD, PAST]} />);
    const [closed, heard, past] = screen.getAllByRole("listitem").map((item) => item.textContent ?? "");
    expect([closed, heard, past].map((text) => text?.includes("Early access"))).toEqual([true, true, false]);
    expect([closed, heard].map((text) => text?.includes(WAITS))).toEqual([true, false]);
  });

  it("opens what waits as soon as the device knows of Premium, in a list that came before", async () => {
    startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true);
    answerCalls({
      "GET /api/v1/free-plays": [{ body: { isSubscribed: true } }],
      "GET /api/v1/playlist": { body: { tracks: [], playlistId: "p" } },
    });
    renderScreen(<TrackRows label="Songs" source="test" tracks={[CLOSED]} />);
    expect(screen.getByRole("listitem").textContent).toContain(WAITS);
    await act(() => askPremium({ anew: true }));
    expect(screen.getByRole("listitem").textContent).toContain("Early access");
    expect(screen.getByRole("listitem").textContent).not.toContain(WAITS);
    expect(isClosed(CLOSED)).toBe(false);
    endSession();
    expect(isClosed(CLOSED)).toBe(true);
  });

  it("of a shared song leads to the plans, and to the song itself with Premium", async () => {
    answerCalls({ [`GET /api/v1/tracks/${CLOSED._id}`]: { body: { track: CLOSED } } });
    renderScreen(<Shared />);
    const card = await screen.findByRole("region", { name: "Shared with you" });
    expect(card.textContent).toContain(WAITS);
    expect(within(card).getByRole("link", { name: "Go Premium" }).getAttribute("href")).toBe("/subscriptions");
    expect(within(card).queryByRole("button", { name: "Play" })).toBeNull();
    startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true);
    answerCalls({ "GET /api/v1/free-plays": { body: { isSubscribed: true } } });
    await act(() => askPremium({ anew: true }));
    expect(within(card).getByRole("button", { name: "Play" })).toBeTruthy();
    expect(within(card).queryByRole("link", { name: "Go Premium" })).toBeNull();
  });

  it("leads to the plans where a track that waits is played", async () => {
    renderScreen(<TrackRows label="Songs" source="test" tracks={[CLOSED]} />);
    await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
    await expectWayToPremium();
  });

  it("leads to the plans where a track that waits is downloaded", async () => {
    renderScreen(<Download />);
    await userEvent.click(screen.getByRole("button", { name: /^Download/ }));
    await expectWayToPremium();
  });
});
