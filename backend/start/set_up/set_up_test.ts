import { expect, it } from "vitest";
import { waitOf } from "../../http/waits.ts";
import { FrontDoor } from "./front_door.ts";
import { setUpAnswer } from "./page.ts";
import { SetUp } from "./progress.ts";
import { clearBar, ProgressLine } from "./progress_line.ts";

it("how far a start is counts its own parts, never goes back, and says 100 of nothing", () => {
  const setUp = new SetUp(["database", "app"]);
  expect([setUp.percent, setUp.doing]).toEqual([0, "Preparing the database"]);
  setUp.reach("database", 0.5);
  setUp.reach("database", 0.2);
  setUp.reach("demo");
  expect(setUp.percent).toBe(20);
  setUp.reach("database");
  expect([setUp.percent, setUp.doing]).toEqual([40, "Building the app"]);
  setUp.reach("app");
  expect([setUp.percent, setUp.doing]).toEqual([99, "Almost there"]);
});

it("people get a page that needs nothing else, programs a line, both with 503 and when to come back", async () => {
  const answer = (accept: string, isLong = true) =>
    setUpAnswer(new Request("http://localhost/x", { headers: { accept } }), {
      ...{ percent: 60, doing: "Building the app", isLong },
    });
  const page = answer("text/html,*/*;q=0.8");
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toContain("<title>Orin is being set up: 60 %</title>");
  expect(html).toContain("<svg");
  expect(html).toContain("opens Orin by itself. The first start downloads");
  expect(await answer("text/html", false).text()).toContain("opens Orin by itself.</p>");
  expect(html).not.toMatch(/(src|href)="(?!data:)/);
  const line = answer("*/*");
  expect([line.status, line.headers.get("retry-after"), await line.text()]).toEqual(
    [503, "2", "Orin is being set up: 60 %\n"],
  );
});

it("the door answers how far the start is, and then the app, at the same port", async () => {
  const setUp = new SetUp(["database"]);
  const door = new FrontDoor({ hostname: "127.0.0.1", port: 0 }, setUp);
  const { port } = door.listen().addr;
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return [answer.status, await answer.text()];
  };
  expect(await ask()).toEqual([503, "Orin is being set up: 0 %\n"]);
  setUp.reach("database", 0.5);
  expect(await ask()).toEqual([503, "Orin is being set up: 50 %\n"]);
  door.open(() => new Response("the app"));
  expect(await ask()).toEqual([200, "the app"]);
  await door.close();
});

it("a write waits at the door for the app, and gets 503 where the door closes before", async () => {
  const opens = async (end: (door: FrontDoor) => unknown) => {
    const door = new FrontDoor({ hostname: "127.0.0.1", port: 0 }, new SetUp(["database"]));
    const url = `http://127.0.0.1:${door.listen().addr.port}/api/v1/plays`;
    const write = fetch(url, { method: "POST", body: "a play" });
    // What comes later is answered before it.
    const read = await fetch(url);
    await read.body?.cancel();
    await end(door);
    const answer = await write;
    const said = [read.status, answer.status, await answer.text()];
    await door.close();
    return said;
  };
  const waits: number[] = [];
  const app = async (request: Request) => {
    waits.push(waitOf(request));
    return new Response(await request.text());
  };
  expect(await opens((door) => door.open(app))).toEqual([503, 200, "a play"]);
  // What it has waited is no difference of clocks.
  expect(waits[0]).toBeGreaterThan(0);
  expect(await opens((door) => door.close())).toEqual([503, 503, "Orin is being set up: 0 %\n"]);
});

it("progress is a line each ten seconds, and on a terminal a bar that other lines take away", () => {
  let now = 0;
  const [lines, written]: [string[], string[]] = [[], []];
  const options = { log: (line: string) => void lines.push(line), now: () => now };
  const write = (text: string) => void written.push(text);
  const line = new ProgressLine("Making it", { ...options, isTerminal: false, write });
  for (now = 0; now <= 25_000; now += 500) line.at(now / 50_000);
  line.end();
  expect({ lines, written }).toEqual({ lines: ["Making it: 20 %", "Making it: 40 %"], written: [] });
  const bar = new ProgressLine("Making it", { ...options, isTerminal: true, write });
  bar.at(0.5, ", 9 MB received");
  bar.at(0.5, ", 9 MB received");
  expect(written).toEqual(["\r\x1b[Korin: Making it ████████████░░░░░░░░░░░░ 50 %, 9 MB received"]);
  clearBar(write);
  clearBar(write);
  expect(written.slice(1)).toEqual(["\r\x1b[K"]);
});
