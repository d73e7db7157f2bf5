import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatAgo,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatFullCount,
  formatHours,
  formatTime,
  formatTokens,
  plural,
  spokenDuration,
} from "./format.ts";

describe("formatDuration()", () => {
  it("shows minutes and seconds, and hours only when there are any", () => {
    expect([0, 59.9, 60, 185, 3_725].map(formatDuration)).toEqual(["0:00", "0:59", "1:00", "3:05", "1:02:05"]);
  });

  it("shows 0:00 for lengths that players give before they know", () => {
    expect([NaN, Infinity, -3].map(formatDuration)).toEqual(["0:00", "0:00", "0:00"]);
  });
});

describe("spokenDuration()", () => {
  it("says whole words, singular and plural", () => {
    expect([0, 1, 90, 3_661].map(spokenDuration)).toEqual([
      "0 seconds",
      "1 second",
      "1 minute 30 seconds",
      "1 hour 1 minute 1 second",
    ]);
  });
});

describe("formatHours()", () => {
  it("shows Xh Ym", () => {
    expect([0, 59, 3_600, 7_500].map(formatHours)).toEqual(["0h 0m", "0h 0m", "1h 0m", "2h 5m"]);
  });
});

describe("formatCount()", () => {
  it("abbreviates from 1,000 and from 1,000,000 with one decimal", () => {
    expect([0, 999, 1_000, 1_250, 12_345, 1_000_000, 3_440_000].map(formatCount)).toEqual([
      "0",
      "999",
      "1.0K",
      "1.3K",
      "12.3K",
      "1.0M",
      "3.4M",
    ]);
  });

  it("never says 1000.0K", () => {
    expect([999_949, 999_950, 999_999].map(formatCount)).toEqual(["999.9K", "1.0M", "1.0M"]);
  });
});

describe("formatTokens()", () => {
  it("always shows two decimals and groups thousands", () => {
    expect([0, 0.2, 1_234.5].map(formatTokens)).toEqual(["0.00", "0.20", "1,234.50"]);
  });
});

describe("dates", () => {
  it("are those of Lagos, an hour before midnight UTC already the next day", () => {
    expect(formatDate("2026-11-20T23:30:00Z")).toBe("21 Nov 2026");
    expect(formatDateTime("2026-11-20T23:30:00Z")).toBe("21 Nov 2026, 00:30");
  });

  it("are empty when they are no dates", () => {
    expect(formatDate("soon")).toBe("");
  });
});

describe("formatAgo()", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const ago = (minutes: number) => formatAgo(now - minutes * 60_000, now);

  it("goes from just now over minutes, hours and days to the date", () => {
    expect([0, 1, 59, 60, 23 * 60, 24 * 60, 6 * 24 * 60, 7 * 24 * 60].map(ago)).toEqual([
      "Just now",
      "1 minute ago",
      "59 minutes ago",
      "1 hour ago",
      "23 hours ago",
      "1 day ago",
      "6 days ago",
      "13 Nov 2026",
    ]);
  });
});

describe("plural()", () => {
  it("takes the other word for all but one", () => {
    expect([plural(1, "play"), plural(3, "play"), plural(2, "reply", "replies")]).toEqual([
      "1 play",
      "3 plays",
      "2 replies",
    ]);
  });
});

describe("formatFullCount()", () => {
  it("groups as the browser's own format", () => {
    const count = new Intl.NumberFormat("en-NG");
    fc.assert(fc.property(fc.maxSafeInteger(), (whole) => {
      expect(formatFullCount(whole)).toBe(count.format(whole));
    }));
  });
});

describe("formatDate() and formatTime()", () => {
  it("say what the browser's own calendar of Lagos says", () => {
    const zone = { timeZone: "Africa/Lagos" } as const;
    const day = new Intl.DateTimeFormat("en-GB", { ...zone, day: "numeric", month: "short", year: "numeric" });
    const time = new Intl.DateTimeFormat("en-GB", { ...zone, hour: "2-digit", minute: "2-digit" });
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
        (moment) => {
          expect([formatDate(moment), formatTime(moment)]).toEqual([day.format(moment), time.format(moment)]);
        },
      ),
    );
  });

  it("say nothing of a moment that is none", () => {
    expect([formatDate("?"), formatTime(NaN)]).toEqual(["", ""]);
  });
});
