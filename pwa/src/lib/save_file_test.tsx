import { afterEach, describe, expect, it, vi } from "vitest";
import { fileNameOf, saveFile } from "./save_file.ts";

describe("saveFile()", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("follows a link with the file's name, and lets the file go once browsers have read it", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const file = new Blob(["day,plays"], { type: "text/csv" });
    const made = vi.fn(() => "blob:orin/1");
    const gone = vi.fn();
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: made, revokeObjectURL: gone }));
    const followed: [string, string][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      followed.push([this.href, this.download]);
    });
    saveFile(file, "orin-plays.csv");
    expect(made).toHaveBeenCalledWith(file);
    expect(followed).toEqual([["blob:orin/1", "orin-plays.csv"]]);
    vi.advanceTimersByTime(59_999);
    expect(gone).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(gone).toHaveBeenCalledWith("blob:orin/1");
  });
});

describe("fileNameOf()", () => {
  it("is what the answer says, else the fallback", () => {
    const answer = (disposition?: string) =>
      new Response("", { headers: disposition === undefined ? {} : { "content-disposition": disposition } });
    expect(fileNameOf(answer(`attachment; filename="orin-plays-2026-11.csv"`), "plays.csv")).toBe(
      "orin-plays-2026-11.csv",
    );
    expect(fileNameOf(answer("attachment"), "plays.csv")).toBe("plays.csv");
    expect(fileNameOf(answer(), "plays.csv")).toBe("plays.csv");
  });
});
