import { describe, expect, it } from "vitest";
import { isKnown } from "../../contract/etags.ts";
import { askedBytes } from "./byte_range.ts";

const file = { bytes: 1_000, etag: "e1", modifiedAt: new Date("2026-06-01T12:00:00.700Z") };
const asked = (range?: string, ifRange?: string) => askedBytes({ range, ifRange }, file);
const part = (start: number, end: number) => ({ kind: "part", start, end });

describe("askedBytes()", () => {
  it("reads closed, open and suffix ranges", () => {
    expect(asked("bytes=0-0")).toEqual(part(0, 0));
    expect(asked("bytes=10-19")).toEqual(part(10, 19));
    expect(asked("bytes=990-")).toEqual(part(990, 999));
    expect(asked("bytes=-100")).toEqual(part(900, 999));
    expect(asked("Bytes= 5-6")).toEqual(part(5, 6));
  });

  it("cuts what reaches beyond the end", () => {
    expect(asked("bytes=990-5000")).toEqual(part(990, 999));
    expect(asked("bytes=-5000")).toEqual(part(0, 999));
    expect(asked(`bytes=0-${"9".repeat(400)}`)).toEqual(part(0, 999));
  });

  it("cannot satisfy what begins behind the end, or the last no bytes", () => {
    for (const range of ["bytes=1000-", "bytes=1000-1001", "bytes=-0", `bytes=${"9".repeat(400)}-`]) {
      expect(asked(range)).toEqual({ kind: "unsatisfiable" });
    }
  });

  it("ignores no range, nonsense, other units, several parts and ends before the start", () => {
    for (const range of [undefined, "", "bytes", "bytes=-", "bytes=a-b", "items=0-1", "bytes=0-1,5-6", "bytes=9-3"]) {
      expect(asked(range)).toEqual({ kind: "whole" });
    }
  });

  it("gives a part only of the file that If-Range names", () => {
    expect(asked("bytes=1-2", '"e1"')).toEqual(part(1, 2));
    expect(asked("bytes=1-2", "Mon, 01 Jun 2026 12:00:00 GMT")).toEqual(part(1, 2));
    for (const other of ['"e2"', 'W/"e1"', "Mon, 01 Jun 2026 12:00:01 GMT", "nonsense"]) {
      expect(asked("bytes=1-2", other)).toEqual({ kind: "whole" });
    }
  });
});

describe("isKnown()", () => {
  it("finds the file among the tags that the client has", () => {
    for (const said of ['"e1"', 'W/"e1"', '"a", "e1"', "*"]) expect(isKnown(said, "e1")).toBe(true);
    for (const said of [undefined, "", "e1", '"e2"']) expect(isKnown(said, "e1")).toBe(false);
  });
});
