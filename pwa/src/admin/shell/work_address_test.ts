import { describe, expect, it } from "vitest";
import { addressNow } from "./work_address.ts";

const leads = (address: string) => {
  const [path = "", query = ""] = address.split("?");
  return addressNow(path, query);
};

describe("an address of a screen that listed one kind of case", () => {
  it.each([
    ["/appeals", "/dashboard?kind=earnings_appeal"],
    ["/appeals?appeal=a1", "/dashboard?kind=earnings_appeal&case=earnings_appeal%3Aa1"],
    ["/disputes?dispute=d1", "/dashboard?kind=dispute&case=dispute%3Ad1"],
    ["/duplicates?match=m1", "/dashboard?kind=duplicate&case=duplicate%3Am1"],
    ["/split-disputes", "/dashboard?kind=disputed_share"],
    ["/stopped-gifts", "/dashboard?kind=stopped_gift"],
    ["/proposals", "/dashboard?kind=proposal"],
    ["/moderation", "/dashboard?kind=report"],
    ["/moderation?list=claims", "/dashboard?kind=claim"],
    ["/moderation?kind=song&id=s1", "/dashboard?case=report%3Asong%3As1"],
    ["/moderation?suspension=a1", "/dashboard?kind=suspension_appeal&case=suspension_appeal%3Aa1"],
    ["/groups/rules", "/groups"],
    ["/explorer/w1", "/dashboard?case=withdrawal%3Aw1"],
    ["/payouts", "/approve-earnings?payouts=open"],
  ])("%s leads to %s", (address, target) => expect(leads(address)).toBe(target));
});
