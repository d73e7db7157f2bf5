import { beforeEach, describe, expect, it } from "vitest";
import { readJson, readRecord } from "./stored_json.ts";

beforeEach(() => localStorage.clear());

describe("readJson()", () => {
  it("is what was kept, and null for nothing and for what is no JSON", () => {
    localStorage.setItem("kept", `{"volume":80}`);
    localStorage.setItem("broken", `{"volume":`);
    expect(readJson(localStorage, "kept")).toEqual({ volume: 80 });
    expect(readJson(localStorage, "broken")).toBeNull();
    expect(readJson(localStorage, "never")).toBeNull();
    expect(readJson(undefined, "kept")).toBeNull();
  });
});

describe("readRecord()", () => {
  it("is empty for what is no record", () => {
    localStorage.setItem("kept", `{"volume":80}`);
    localStorage.setItem("number", "80");
    localStorage.setItem("broken", "{");
    expect(readRecord(localStorage, "kept")).toEqual({ volume: 80 });
    expect(readRecord(localStorage, "number")).toEqual({});
    expect(readRecord(localStorage, "broken")).toEqual({});
  });
});
