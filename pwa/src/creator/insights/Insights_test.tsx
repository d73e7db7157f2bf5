import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { daysIn } from "./insight_days.ts";
import { changeWords, forecastWords, peopleWords } from "./insight_words.ts";
import { Insights } from "./Insights.tsx";

vi.mock("../SeriesChart.tsx", () => ({ SeriesChart: () => null }));
afterEach(() => vi.unstubAllGlobals());

const exactly = (value: number) => ({ value, error: 0 });
const NOW = {
  ...{
    from: "2026-10-29",
    to: "2026-11-25",
    plays: { gross: 1_400, filtered: 1_200, verified: 1_100 },
    seconds: 7_200,
  },
  listeners: {
    ...{ gross: { value: 12_345, error: 395 }, counted: { value: 11_900, error: 380 } },
    ...{ fresh: { value: 2_130, error: 290 }, returning: { value: 9_770, error: 380 } },
  },
  people: { from: "2026-10-28", to: "2026-11-24" },
  saves: { saved: 30, unsaved: 2, added: 9, shared: 4 },
};
const BEFORE = {
  ...{ ...NOW, from: "2026-10-01", to: "2026-10-28", plays: { gross: 1_100, filtered: 1_000, verified: 900 } },
  listeners: { gross: exactly(900), counted: exactly(800), fresh: exactly(100), returning: exactly(700) },
};
const SONG = {
  _id: "s1",
  title: "Danfo Love",
  plays: 200,
  playsBefore: 100,
  listeners: exactly(90),
  told: 80,
  completed: 60,
};
const ANSWER = {
  ...{ now: NOW, before: BEFORE, tracks: [{ ...SONG, saved: 3, added: 1 }] },
  sources: [{ source: "radio", plays: 900, playsBefore: 600 }, { source: "other", plays: 3, playsBefore: 0 }],
  where: {
    ...{ from: "2026-10-01", to: "2026-11-22", isSample: true },
    groups: [{ name: "Lagos", listeners: 4_000 }, { name: "", listeners: 200 }],
  },
  ages: null,
  forecast: { status: "told", low: 260, high: 350, weeks: 9 },
};
const MOMENTS = {
  ...{ from: "2026-10-29", to: "2026-11-25", durationSeconds: 200, plays: 80, completed: 60, isTold: true },
  heard: Array.from({ length: 100 }, (_, part) => part < 50 ? 80 : 60),
  left: Array.from({ length: 100 }, (_, part) => part === 49 ? 20 : 0),
};
const INSIGHTS = "GET /api/v1/creator-stats/insights";
const WEEK = { from: "2026-11-01", to: "2026-11-03" };
const COMPARED = "GET /api/v1/creator-stats/compared";
const GIVEN = {
  [COMPARED]: {
    body: {
      lines: [{ ...WEEK, title: "Danfo Love", plays: [30, 0, 1_200], total: 1_230 }, {
        ...WEEK,
        title: "Night Bus",
        plays: [1, 0, 4],
        total: 5,
      }],
    },
  },
  [INSIGHTS]: { body: ANSWER },
  "GET /api/v1/creator-stats/moments/s1": { body: MOMENTS },
  "GET /api/v1/creator-stats/series": { body: { tracks: [SONG, { ...SONG, _id: "s2", title: "Night Bus" }] } },
  "GET /media/peaks/s1": { body: [0.2, 0.9] },
};
const rowsOfDays = () =>
  within(screen.getByRole("table", { name: "Counted plays, day by day", hidden: true }))
    .getAllByRole("row", { hidden: true }).map((row) => row.textContent);
const at = (query: string) => ({ route: "/cs-insights", path: `/cs-insights${query}` });

describe("insights", () => {
  it("say of each figure which kind it is, its error and what it was before", async () => {
    answerCalls(GIVEN);
    renderScreen(<Insights />, at(""));
    const figure = (await screen.findAllByText("Listeners"))[0]?.closest("div") ?? document.body;
    expect(figure.textContent).toContain("11,900 ± 400");
    expect(figure.textContent).toContain("of 12,300 ± 400 with any play");
    expect(screen.getByText("of 1,400 plays in all; we delivered the sound of 1,100")).toBeTruthy();
    expect(screen.getByText(/^Listeners, sources and shares/).textContent).toContain("28 Oct 2026 to 24 Nov 2026");
    expect(screen.getByText("+20 % (1,000 before)")).toBeTruthy();
    expect(screen.getByText("About 260 to 350 plays next week")).toBeTruthy();
    const where = within(screen.getByText("Where listeners are").closest("section") ?? document.body);
    expect(where.getByText("about 4,000")).toBeTruthy();
    expect(where.getByText("No state in the profile")).toBeTruthy();
    expect(where.getByText(/fewer than five people are not shown.* Taken from a sample/)).toBeTruthy();
    expect(screen.getByText(/Not enough listeners yet who tell/)).toBeTruthy();
    expect(screen.getByText("Other places")).toBeTruthy();
  });

  it("say nothing of fewer than five people", async () => {
    const alone = { ...NOW, people: null, listeners: null };
    const tracks = [{ ...SONG, listeners: null, told: 0, completed: 0, saved: 0, added: 0 }];
    answerCalls({
      ...GIVEN,
      [INSIGHTS]: { body: { ...ANSWER, now: alone, tracks, sources: [] } },
      "GET /api/v1/creator-stats/moments/s1": { body: { ...MOMENTS, plays: 0, isTold: false } },
    });
    renderScreen(<Insights />, at(""));
    expect(await screen.findByText(/at least five people, and none ended in these days yet/)).toBeTruthy();
    expect(screen.getAllByText("fewer than five people")).toHaveLength(2);
    expect(await screen.findByText(/Fewer than five people heard this song/)).toBeTruthy();
  });

  it("tell where people leave a song, in words, a picture and a table", async () => {
    answerCalls(GIVEN);
    renderScreen(<Insights />, at(""));
    expect(await screen.findByText(/Those who left did so most often around 1:38/)).toBeTruthy();
    const table = within(screen.getByRole("table", { name: "What people hear of the song", hidden: true }));
    expect(table.getAllByRole("row", { hidden: true })[6]?.textContent).toBe("1:4075 %0");
    expect(table.getAllByRole("row", { hidden: true })[5]?.textContent).toBe("1:20100 %20");
  });

  it("compare two songs day by day, with their totals, the difference and a table", async () => {
    const calls = answerCalls(GIVEN);
    renderScreen(<Insights />, at("?track=s1"));
    const title = await screen.findByText("Counted plays, day by day", { selector: "h2" });
    const card = within(title.closest("section") ?? document.body);
    const asked = () => calls.filter(({ call }) => call === COMPARED).length;
    await vi.waitFor(() => expect(asked()).toBe(1));
    const choice = await card.findByLabelText("Second line");
    await userEvent.selectOptions(choice, "Night Bus");
    await vi.waitFor(() => expect(asked()).toBe(2));
    expect(choice).toHaveProperty("value", "s2");
    const figures = card.getAllByRole("term").map((name) => [name.textContent, name.nextElementSibling?.textContent]);
    expect(figures).toEqual([["Danfo Love", "1,230"], ["Night Bus", "5"], ["Difference", "+1,225"]]);
    expect(rowsOfDays()).toEqual([
      ...["DayDanfo LoveNight BusDifference", "3 Nov 20261,2004+1,196", "2 Nov 2026000", "1 Nov 2026301+29"],
    ]);
  });

  it("compare a time with the one before it, and keep the choice of a song in the address", async () => {
    const before = { from: "2026-10-29", to: "2026-10-31", title: null, plays: [1, 0, 4], total: 5 };
    const first = { ...WEEK, title: null, plays: [0, 0, 2], total: 2 };
    answerCalls({ ...GIVEN, [COMPARED]: { body: { lines: [first, before] } } });
    renderScreen(<Insights />, at("?with=s2"));
    await screen.findByText("1 Nov 2026 to 3 Nov 2026", { selector: "dt" });
    expect(rowsOfDays()[1]).toBe("3 Nov 20262431 Oct 2026−2");
    expect(screen.getByLabelText("Second line")).toHaveProperty("value", "s2");
  });

  it("say where neither line has plays", async () => {
    const none = { ...WEEK, title: null, plays: [0, 0, 0], total: 0 };
    answerCalls({ ...GIVEN, [COMPARED]: { body: { lines: [none, none] } } });
    renderScreen(<Insights />, at(""));
    expect(await screen.findByText(/^No counted plays in these days/)).toBeTruthy();
  });

  it("look at days of one's own choice, say what is wrong with them, and ask for nothing then", async () => {
    const calls = answerCalls(GIVEN);
    renderScreen(<Insights />, at("?from=2026-11-20&to=2026-11-01"));
    expect(await screen.findByText("The first day is after the last one.")).toBeTruthy();
    expect(calls.some(({ call }) => call === INSIGHTS)).toBe(false);
    await userEvent.selectOptions(screen.getByLabelText("Period"), "90");
    expect(await screen.findByText("Your songs side by side")).toBeTruthy();
    const asked = calls.filter(({ call }) => call === INSIGHTS).length;
    await userEvent.selectOptions(screen.getByLabelText("Compare with"), "year");
    await vi.waitFor(() => expect(calls.filter(({ call }) => call === INSIGHTS).length).toBe(asked + 1));
    expect(screen.queryByLabelText("First day")).toBe(null);
  });

  it("say that they could not be loaded", async () => {
    answerCalls({ ...GIVEN, [INSIGHTS]: refusal(500, "Out of order") });
    renderScreen(<Insights />, at(""));
    expect(await screen.findByText(/Out of order|Failed to load your insights/)).toBeTruthy();
  });
});

describe("the words of insights", () => {
  it("have no more digits than the error leaves", () => {
    expect([exactly(1_024), { value: 12_345, error: 394 }, { value: 7, error: 3 }].map((one) => peopleWords(one)))
      .toEqual(["1,024", "12,300 ± 400", "7 ± 3"]);
    const fives = (value: number) => ({ value, error: 4 });
    expect([peopleWords(fives(0), 14), peopleWords(fives(14), 14), peopleWords(fives(0), 3), peopleWords(fives(5), 14)])
      .toEqual(["up to 4", "at least 10", "up to 3", "5 ± 4"]);
  });

  it("tell a change of few as numbers, of many in percent", () => {
    expect([changeWords(0, 0), changeWords(5, 5), changeWords(9, 3), changeWords(50, 100)])
      .toEqual(["none before either", "the same as before", "3 before", "−50 % (100 before)"]);
    expect(forecastWords({ status: "told", low: 100, high: 100, weeks: 9 })).toBe("About 100 plays next week");
  });

  it("take the days from the page's address, and the usual ones for what is none", () => {
    const now = Date.UTC(2026, 10, 25, 23, 30);
    const of = (query: string) => daysIn(new URLSearchParams(query), now);
    expect(of("")).toEqual({ days: { from: "2026-10-30", to: "2026-11-26" }, preset: 28 });
    expect(of("days=7&from=x&to=y").days).toEqual({ from: "2026-11-20", to: "2026-11-26" });
    expect(of("from=2026-01-01&to=2026-01-31")).toEqual({ days: { from: "2026-01-01", to: "2026-01-31" }, preset: 0 });
    expect(of("from=2024-01-01&to=2026-01-31").problem).toMatch(/400 days/);
    expect(of("from=2027-01-01&to=2027-01-31").problem).toMatch(/yet to come/);
  });
});
