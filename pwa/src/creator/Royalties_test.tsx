import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Royalties } from "./Royalties.tsx";
import { RoyaltyStatement } from "./RoyaltyStatement.tsx";

afterEach(() => vi.unstubAllGlobals());

const MAY = {
  ...{ month: "2026-05", state: "settling", closesAt: "2026-06-18T23:00:00.000Z", kobo: 50_000 },
  ...{ availableAt: "2026-06-21T23:00:00.000Z", voidedKobo: 0, voidedBecause: [] },
  ...{ taxBasisPoints: 500, withheldKobo: 0, taxKobo: 2_500, netKobo: 47_500 },
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
    expect(screen.getByText("Tax, withheld when it settles (5%)").nextSibling?.textContent).toBe("−₦25.00");
    expect(screen.getByText("Yours, net").nextSibling?.textContent).toBe("₦475.00");
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
    const sums = { taxKobo: 1_500, withheldKobo: 1_500, netKobo: 28_500 };
    const voided = {
      ...MAY,
      ...DETAIL,
      ...sums,
      voidedKobo: 20_000,
      voidedBecause: ["These accounts did not listen."],
    };
    answerCalls({ [ALL]: { body: YEAR }, [MONTH]: { body: voided } });
    renderScreen(<Royalties />);
    expect(await screen.findByText(/We removed ₦200.00 of ₦500.00.*did not listen/)).toBeTruthy();
    expect(screen.getByText("Tax withheld (5%)").nextSibling?.textContent).toBe("−₦15.00");
    expect(screen.getAllByText("₦285.00").length).toBe(2);
  });
});

describe("RoyaltyStatement", () => {
  const open = (year: object) => {
    answerCalls({ [ALL]: { body: year }, "GET /api/auth/profile": { body: {} } });
    renderScreen(<RoyaltyStatement />, { route: "/cs-royalties/year/:year", path: "/cs-royalties/year/2026" });
  };

  it("says what was withheld, what still will be, and what is left, to the kobo", async () => {
    const paid = { ...MAY, month: "2026-04", state: "available", withheldKobo: 1_000, taxKobo: 1_000 };
    const months = [JUNE, MAY, { ...paid, kobo: 20_000, netKobo: 19_000 }];
    open({ ...YEAR, months, totalKobo: 70_000, withheldKobo: 1_000, taxKobo: 3_500, netKobo: 66_500 });
    expect(await screen.findByText(/has withheld ₦10.00 of these royalties as tax.*₦25.00 more is withheld/))
      .toBeTruthy();
    const names = (row: RegExp) => screen.getByRole("row", { name: row }).textContent;
    expect(names(/^2026 /)).toBe("2026₦700.00₦35.00₦665.00");
    expect(names(/April 2026/)).toContain("₦200.00₦10.00₦190.00");
  });

  it("says that none was withheld where that is so", async () => {
    const none = { taxBasisPoints: 0, withheldKobo: 0, taxKobo: 0 };
    open({ ...YEAR, ...none, months: [{ ...MAY, ...none, netKobo: 50_000 }], netKobo: 50_000 });
    expect(await screen.findByText(/Orin has withheld no tax of these royalties\.$/)).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: "Tax" })).toBeNull();
  });
});
