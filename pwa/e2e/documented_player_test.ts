import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EACH_QUALITY, publishAlbum } from "./given_album.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { openStage, type Stage } from "./e2e_server.ts";
import { seeTexts, seeThat } from "./see.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await publishAlbum(stage.test.world, { album: "Seen", songs: 2, qualities: EACH_QUALITY });
});
afterAll(() => stage?.[Symbol.asyncDispose]());

it("the player's bar and full screen: previous, repeat, the next song, and the end", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  await page.addInitScript(() => localStorage.setItem("orin.autoplay", "off"));
  await page.goto("/songs");
  const play = page.getByRole("list", { name: "Tracks" }).getByRole("button", { name: /^Play / }).first();
  const first = (await play.getAttribute("aria-label") ?? "").replace(/^Play (.*) by .*$/, "$1");
  await play.click();
  const bar = page.getByRole("region", { name: "Player" });
  await seeThat("1 §2.10", "The player is a bar at the bottom", bar.getByRole("button", { name: "Pause" }));
  await bar.getByRole("button", { name: /Open Now Playing/ }).first().click();
  await seeTexts(page, "1 §2.10", ["Now Playing"]);
  const full = page.getByRole("dialog", { name: "Now Playing" });
  const position = () => full.getByRole("slider", { name: "Seek" }).inputValue().then(Number);
  const isFirst = () => full.getByText(first, { exact: true }).first().isVisible();

  await seek(full, "PageUp");
  await expect.poll(position).toBeGreaterThanOrEqual(15);
  await full.getByRole("button", { name: "Previous" }).click();
  await expect.poll(position).toBeLessThan(15);
  await seeThat(
    "1 §9",
    "Previous restarts a track of which more than 3 seconds have played",
    full.getByText(first, { exact: true }).first(),
  );

  await full.getByRole("button", { name: "Repeat", exact: true }).click();
  await seek(full, "End");
  await expect.poll(position).toBeLessThan(15);
  expect(await isFirst()).toBe(true);
  // Of one button: on for this track, on for all, and off.
  await full.getByRole("button", { name: "Repeat this song" }).click();
  await full.getByRole("button", { name: "Repeat all" }).click();
  await seek(full, "End");
  await expect.poll(isFirst).toBe(false);
  await full.getByRole("button", { name: "Pause" }).waitFor();
  await seek(full, "End");
  await seeThat(
    "1 §4",
    "At its end a track repeats, else the next plays, else it stops at 0",
    full.getByRole("button", { name: "Play" }),
  );
  await expect.poll(position).toBe(0);
});

it("a page that is left reports what was heard since its last report", async () => {
  const session = await logInAt(stage.url, await givePerson(stage.test.world, "Ada", "listener"));
  await using visit = await stage.visit();
  const { page } = visit;
  await page.context().addInitScript(keepSession, session);
  const heardMs = async () => {
    const headers = { authorization: `Bearer ${session.token}` };
    const { playHistory } = await (await fetch(`${stage.url}/api/v1/play-history`, { headers })).json();
    return Number(playHistory[0]?.creditedMs ?? 0);
  };
  await page.goto("/songs");
  await page.getByRole("list", { name: "Tracks" }).getByRole("button", { name: /^Play / }).first().click();
  await page.getByRole("button", { name: /Open Now Playing/ }).first().click();
  await expect.poll(heardMs).toBeGreaterThan(5_000);
  const reportedMs = await heardMs();
  const seekBar = page.getByRole("dialog", { name: "Now Playing" }).getByRole("slider", { name: "Seek" });
  await expect.poll(() => seekBar.inputValue().then(Number)).toBeGreaterThan(reportedMs / 1_000 + 4);
  await page.goto("about:blank");
  await expect.poll(heardMs).toBeGreaterThan(reportedMs + 2_000);
});

it("a visitor whose plays of today are used up is asked to make an account", async () => {
  await letFreePlaysBe(1);
  await using visit = await stage.visit();
  const { page } = visit;
  await page.goto("/songs");
  const songs = page.getByRole("list", { name: "Tracks" });
  await songs.waitFor();
  const heard = await page.evaluate(async () => {
    const headers = { "x-device-id": localStorage.getItem("orin.device") ?? "" };
    const { tracks: [song] } = await (await fetch("/api/v1/tracks", { headers })).json();
    const sound = await fetch(song.audioUrl, { headers });
    await sound.arrayBuffer();
    return { status: sound.status, title: String(song.title) };
  });
  expect(heard.status).toBe(200);
  const other = songs.getByRole("button", { name: /^Play / }).and(page.locator(`:not([aria-label*="${heard.title}"])`));
  const dialog = page.getByRole("dialog", { name: "Create a free account to keep listening and earn" });
  await other.first().click();
  await seeThat("2 §4", "A visitor's plays are used up", dialog.getByRole("heading"));
});

/** By an admin, for everybody from now on. */
async function letFreePlaysBe(dailyFreePlays: number): Promise<void> {
  const { email, password } = await givePerson(stage.test.world, "Bose", "admin");
  const post = (path: string, body: unknown, token = "") =>
    fetch(stage.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const { token } = await (await post("/api/v1/admin/login", { email, password })).json();
  const change = { changes: { dailyFreePlays }, reason: "A visitor meets the limit", baseVersion: 1 };
  const answer = await post("/api/v1/admin/policy", change, token);
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
}

/** By a key of the seek bar: PageUp goes 15 s on, End to the end. */
async function seek(full: Locator, key: "PageUp" | "End"): Promise<void> {
  const slider = full.getByRole("slider", { name: "Seek" });
  await expect.poll(() => slider.getAttribute("max").then(Number)).toBeGreaterThan(30);
  await slider.press(key);
}
