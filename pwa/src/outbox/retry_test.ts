import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeviceClock } from "./clock.ts";
import { backoffMs, isDue, LONGEST_BACKOFF_MS, retryAfterMs } from "./retry.ts";

describe("backoffMs()", () => {
  it("stays within 15 minutes for any number of attempts", () => {
    fc.assert(fc.property(fc.nat(5_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const wait = backoffMs(attempts, random);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(LONGEST_BACKOFF_MS);
    }));
  });
});

describe("retryAfterMs()", () => {
  const now = Date.UTC(2026, 5, 1, 8);

  it.each([
    ["120", 120_000],
    ["Mon, 01 Jun 2026 08:02:00 GMT", 120_000],
    ["999999999", 3_600_000],
    ["-5", undefined],
    ["soon", undefined],
    ["Mon, 01 Jun 2020 08:02:00 GMT", undefined],
    [null, undefined],
  ])("reads %s", (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
});

describe("isDue()", () => {
  it("takes a turn that is too far ahead for one of a clock that was set back", () => {
    expect(isDue(1_000, 999)).toBe(false);
    expect(isDue(1_000, 1_000)).toBe(true);
    expect(isDue(1_000 + 86_400_000, 1_000)).toBe(true);
  });
});

describe("DeviceClock", () => {
  const YESTERDAY = Date.UTC(2026, 4, 31, 20);

  function givenClock(wall: number) {
    const time = { wall, mono: 500 };
    return { time, clock: new DeviceClock({ wallNow: () => time.wall, monotonicNow: () => time.mono }) };
  }

  it("counts on from the service's last answer on a phone whose clock fell back by years", () => {
    const { clock, time } = givenClock(Date.UTC(2020, 0, 1));
    clock.hear(YESTERDAY);
    time.mono += 60_000;
    expect(clock.now()).toBe(YESTERDAY + 60_000);
  });

  it("follows the device's clock while it is only badly set", () => {
    const { clock, time } = givenClock(YESTERDAY - 3_600_000);
    clock.hear(YESTERDAY);
    expect(clock.now()).toBe(time.wall);
  });

  it("does not go back with a clock that is set back, nor behind what waits", () => {
    const { clock, time } = givenClock(YESTERDAY);
    expect(clock.now()).toBe(YESTERDAY);
    Object.assign(time, { wall: YESTERDAY - 600_000, mono: 1_500 });
    expect(clock.now()).toBe(YESTERDAY + 1_000);
    clock.notBefore(YESTERDAY + 5_000);
    time.mono += 1_000;
    expect(clock.now()).toBe(YESTERDAY + 6_000);
    time.wall = YESTERDAY + 3_600_000;
    expect(clock.now()).toBe(YESTERDAY + 3_600_000);
  });

  it("follows the device's clock before the service has ever answered", () => {
    const { clock, time } = givenClock(Date.UTC(2020, 0, 1));
    expect(clock.now()).toBe(time.wall);
  });
});
