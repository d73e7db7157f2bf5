import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetOldCode, isCode, keepAhead, keepCode } from "./code.ts";

const ORIGIN = "http://localhost:8000";
let stored: Map<string, Response>;
let asked: string[];
let answer: (path: string) => Response;

const pathOf = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : request).pathname;
const script = () => new Response("1", { headers: { "content-type": "text/javascript" } });

beforeEach(() => {
  stored = new Map();
  asked = [];
  answer = script;
  const cache = {
    match: (request: Request) => Promise.resolve(stored.get(pathOf(request))?.clone()),
    put: (request: Request, response: Response) => Promise.resolve(void stored.set(pathOf(request), response)),
    keys: () => Promise.resolve([...stored.keys()].map((path) => new Request(`${ORIGIN}${path}`))),
    delete: (request: Request) => Promise.resolve(stored.delete(pathOf(request))),
  };
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(pathOf(request));
    return Promise.resolve(answer(pathOf(request)));
  });
  // A worker resolves paths against its own address.
  const RealRequest = Request;
  vi.stubGlobal(
    "Request",
    class extends RealRequest {
      constructor(url: string, options?: RequestInit) {
        super(new URL(url, ORIGIN), options);
      }
    },
  );
});

it("isCode() is true for scripts and styles of the app alone", () => {
  const at = (path: string) => isCode(new URL(path, ORIGIN));
  expect(["/assets/Settings-1a.js", "/assets/style-1a.css"].map(at)).toEqual([true, true]);
  expect(["/sw.js", "/assets/x/y.js", "/api/v1/tracks.js", "/assets/font-1a.woff2"].map(at)).not.toContain(true);
});

describe("code that was not stored at the start", () => {
  it("is asked for once, and never taken from who answers with a page", async () => {
    const request = () => new Request("/assets/Settings-1a.js");
    answer = () => new Response("<p>Log in</p>", { headers: { "content-type": "text/html" } });
    await keepCode(request());
    expect(stored.size).toBe(0);
    answer = script;
    await keepCode(request());
    await keepCode(request());
    expect(asked).toHaveLength(2);
  });

  it("is stored ahead in turn, until one does not come, and goes on the next time", async () => {
    const files = ["assets/a-1.js", "assets/b-1.js", "assets/c-1.js"];
    answer = (path) => path.includes("b-1") ? new Response("", { status: 503 }) : script();
    await keepAhead(files);
    expect([...stored.keys()]).toEqual(["/assets/a-1.js"]);
    answer = script;
    await keepAhead(files);
    expect([...stored.keys()]).toEqual(files.map((file) => `/${file}`));
    expect(asked).toEqual(["/assets/a-1.js", "/assets/b-1.js", "/assets/b-1.js", "/assets/c-1.js"]);
  });

  it("goes with its version", async () => {
    await keepAhead(["assets/a-1.js", "assets/b-1.js"]);
    await forgetOldCode(["assets/a-1.js", "assets/b-2.js"]);
    expect([...stored.keys()]).toEqual(["/assets/a-1.js"]);
  });
});
