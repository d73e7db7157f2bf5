import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { VERSION } from "../contract/version.ts";
import { createLog } from "./log_lines.ts";

const lines: string[] = [];
const noted = (options: { json: boolean; level: "info" | "warn" | "error" }) => {
  lines.length = 0;
  return createLog({ ...options, now: () => 0, write: (line) => void lines.push(line) });
};

it("a line for programs has time, level, version, message and the request", () => {
  const log = noted({ json: true, level: "info" });
  log("Ready");
  log("GET /x failed", Object.assign(new Error("no"), { code: "42703" }), { requestId: "r1" });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: "1970-01-01T00:00:00.000Z", level: "info", version: VERSION, message: "Ready" },
    {
      ...{ time: "1970-01-01T00:00:00.000Z", level: "error", version: VERSION, message: "GET /x failed" },
      ...{ requestId: "r1", error: "Error: no", code: "42703", stack: expect.stringContaining("log_lines_test.ts") },
    },
  ]);
  expect(lines.every((line) => !line.includes("\n"))).toBe(true);
});

it("a line for programs leaves out what an error carries about people", () => {
  const log = noted({ json: true, level: "info" });
  const error = Object.assign(new Error("duplicate key"), {
    ...{ detail: "Key (email)=(ada@orin.example) already exists", parameters: ["ada@orin.example"] },
    cause: Object.assign(new Error("no"), { body: "ada@orin.example" }),
  });
  log("a command failed", error);
  expect(lines.join()).toContain("duplicate key");
  expect(lines.join()).not.toContain("ada@");
});

it("a line for people has the error in full", () => {
  const log = noted({ json: false, level: "info" });
  log("Ready");
  log("GET /x failed", new Error("no"), { requestId: "r1" });
  expect(lines).toEqual(["orin: Ready", expect.stringMatching(/^orin: GET \/x failed, requestId r1 Error: no\n +at /)]);
});

it("LOG_LEVEL leaves out what is less important", () => {
  const { logLevel } = readConfig({ LOG_LEVEL: "warn" });
  const log = noted({ json: false, level: logLevel });
  log("Ready");
  log("A job waits", undefined, { level: "warn" });
  log("A job failed", "no");
  expect(lines).toEqual(["orin: A job waits", 'orin: A job failed "no"']);
});
