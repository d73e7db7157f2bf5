import { expect, it } from "vitest";
import { isrcOf, spacedIsrc, upcFrom, upcOf } from "./releases.ts";

it("an ISRC is taken with and without hyphens, in any case, and nothing else is one", () => {
  expect(isrcOf(" ng-a01-26-00001 ")).toBe("NGA012600001");
  expect(isrcOf("NGA012600001")).toBe("NGA012600001");
  expect(spacedIsrc("NGA012600001")).toBe("NG-A01-26-00001");
  for (const bad of ["", "NGA01260001", "N1A012600001", "NG-A01-2X-00001", "NGA0126000011", "NG A01 26 00001"]) {
    expect(isrcOf(bad), bad).toBeUndefined();
  }
});

it("a UPC has 12 or 13 digits, of which the last checks the others", () => {
  expect(upcOf("036000291452")).toBe("036000291452");
  expect(upcOf("0 36000 29145 2")).toBe("036000291452");
  expect(upcOf("0036000291452")).toBe("036000291452");
  expect(upcOf("4006381333931")).toBe("4006381333931");
  for (const bad of ["036000291453", "4006381333930", "12345", "03600029145X", "000000000000", "306000291452"]) {
    expect(upcOf(bad), bad).toBeUndefined();
  }
});

it("a UPC is made of its digits with the check digit, and an EAN where they begin with no 0", () => {
  expect(upcFrom("003600029145")).toBe("036000291452");
  expect(upcFrom("400638133393")).toBe("4006381333931");
});
