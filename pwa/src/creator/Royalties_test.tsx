import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Royalties } from "./Royalties.tsx";

afterEach(() => vi.unstubAllGlobals());

const MAY = {
  ...{ month: "2026-05", state: "settling", closesAt: "2026-06-18T23:00:00.000Z", kobo: 50_000 },
  ...{ availableAt: "2026-06-21T23:00:00.000Z", voidedKobo: 0, voidedBecause: [] },
};
const JUNE = { ...MAY, month: "2026-06", state: "open", kobo: 0, closesAt: "2026-07-18T23:00:00.000Z" };
const YEAR = { year: 2026, years: [2026], months: [JUNE, MAY], totalKobo: 50_000, voidedKobo: 0, tracks: [] };
const SONG = { _id: "1", title: "Harmattan", artist: "Zee", seconds: 7_500, listeners: 2, kobo: 50_000 };
const DETAIL = { shareBasisPoints: 5_000, freeKoboPerHour: 0, tracks: [SONG] };
const MONTH = "GET /api/v1/royalties/month";
const ALL = "GET /api/v1/royalties";

describe("Royalties", () => {
  it("opens the newest month that brought something, says when it is available, and why it is so much", async () => {
    answerCalls({ [ALL]: { body: YEAR }, [MONTH]: { body: { ...MAY, ...DETAIL } } });
    renderScreen(<Royalties />);
    const songs = within((await screen.findByText("By song")).closest("section") ?? document.body);
    expect(songs.getByText("₦500.00")).toBeTruthy();
    expect(songs.getByText("2h 5m of proven listening by 2 listeners")).toBeTruthy();
    expect(screen.getByText(/spend and withdraw it from 22 Jun 2026/)).toBeTruthy();
    expect(screen.getByText(/50% of it goes to artists/)).toBeTruthy();
    expect(screen.getByText("₦333.33")).toBeTruthy();
    expect(screen.getByRole("option", { name: "June 2026: open" })).toBeTruthy();
  });

  it("says of an open month when it is computed, and shows no sum", async () => {
    answerCalls({ [ALL]: { body: YEAR }, [MONTH]: { body: { ...JUNE, ...DETAIL, tracks: [] } } });
    renderScreen(<Royalties />);
    await userEvent.selectOptions(await screen.findByLabelText("Month"), "2026-06");
    expect(await screen.findByText(/We compute June 2026 on 19 Jul 2026/)).toBeTruthy();
    expect(screen.queryByText("By song")).toBeNull();
  });

  it("says what was taken back and why", async () => {
    const voided = { ...MAY, ...DETAIL, voidedKobo: 20_000, voidedBecause: ["These accounts did not listen."] };
    answerCalls({ [ALL]: { body: YEAR }, [MONTH]: { body: voided } });
    renderScreen(<Royalties />);
    expect(await screen.findByText(/We removed ₦200.00 of ₦500.00.*did not listen/)).toBeTruthy();
    expect(screen.getAllByText("₦300.00").length).toBe(1);
  });
});
