import { describe, expect, it } from "vitest";
import { forecastOf } from "./forecast.ts";

describe("a forecast", () => {
  it("is a range of how weeks have changed, rounded outwards, without the rarest", () => {
    expect(forecastOf([100, 100, 100, 100, 100, 100, 100, 100, 100])).toEqual({
      status: "told",
      low: 100,
      high: 100,
      weeks: 9,
    });
    // The doubling and the halving back of one week are left out.
    expect(forecastOf([200, 210, 190, 400, 205, 214, 220, 209, 231])).toEqual({
      status: "told",
      low: 200,
      high: 260,
      weeks: 9,
    });
    expect(forecastOf([30, 33, 30, 33, 30, 33, 30, 33, 30])).toEqual({ status: "told", low: 20, high: 40, weeks: 9 });
    expect(forecastOf([9, 1_000, 1_100, 1_210, 1_331, 1_464, 1_611, 1_772, 1_949, 2_144])).toMatchObject({
      low: 2_300,
      high: 2_400,
    });
  });

  it("is none below enough plays or weeks, and where weeks differ too much", () => {
    expect(forecastOf([])).toEqual({ status: "few" });
    expect(forecastOf([100, 100, 100])).toEqual({ status: "few" });
    expect(forecastOf([100, 100, 100, 100, 19, 100, 100, 100, 100])).toEqual({ status: "few" });
    expect(forecastOf([20, 200, 20, 200, 20, 200, 20, 200, 20])).toEqual({ status: "uneven" });
  });
});
