import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { DownloadButton, useTrackActions } from "./TrackActions.tsx";
import { TrackGrid } from "./TrackGrid.tsx";
import { TrackRows } from "./TrackRows.tsx";

const UNTIL = "2090-01-02T17:05:00.000Z";
const WAITS = "Early access for Premium until 2 Jan 2090, 18:05";
const CLOSED = givenTrack("Closed", { earlyAccessUntil: UNTIL, audioUrl: "" });
const HEARD = givenTrack("Heard", { earlyAccessUntil: UNTIL });
const PAST = givenTrack("Past", { earlyAccessUntil: "2020-01-02T17:05:00.000Z", audioUrl: "" });

function Download() {
  const actions = useTrackActions();
  return (
    <>
      <DownloadButton track={CLOSED} actions={actions} />
      {actions.dialogs}
    </>
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
