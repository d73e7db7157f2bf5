import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { addTrack, type TestPerson } from "../../backend/testing/people_fixtures.ts";
import { changeAnswer, letAllCalls, letCall } from "./given_answers.ts";
import { openStage, type Stage } from "./e2e_server.ts";
import { holdTime, letPass } from "./given_time.ts";
import { seeTexts, seeThat } from "./see.ts";

const TRACKS = "GET /api/v1/tracks";
let stage: Stage;
let listener: TestPerson;

beforeAll(async () => {
  stage = await openStage();
  const artist = await stage.addArtist();
  for (let count = 1; count <= 9; count++) {
    await addTrack(stage.test.world.deps, { ownerId: artist.userId, title: `Song ${count}`, artist: "Ìyá Sade" });
  }
  listener = await stage.test.person();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const choose = async (page: Page, song: string, item: string) => {
  await page.getByRole("button", { name: `More for ${song}` }).first().click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

it("the songs in their states, with chips, cards, ads and the plays that are left", async () => {
  await using visit = await stage.visit(listener);
  const { page } = visit;
  await letCall(page, TRACKS, "no words");
  await page.goto("/songs");
  await seeTexts(page, "2 §2 Tracks page", ["Failed to fetch tracks"]);
  await letAllCalls(page);
  await page.goto("/songs?genre=rock");
  await seeTexts(page, "2 §2 Tracks page", ["No tracks found for this genre"]);
  await page.goto("/songs");
  await seeTexts(page, "2 §2 Tracks page", ["All"]);
  await seeThat(
    "2 §9",
    "The limit of free plays comes from the server",
    page.getByText(/\b20 (out )?of 20\b/).first(),
  );
  await seeThat("2 §9", "One ad after every 8th track", page.getByText("Ad", { exact: true }).first());
  await seeThat("2 §9", "Ads of 728x90, 336x280, or responsive", page.getByText("Ad", { exact: true }).first());
  const cards = page.getByRole("list", { name: "Tracks" });
  const play = cards.getByRole("button", { name: /^Play Song 9/ }).locator("svg");
  await seeThat("2 §2 Tracks page", "A card has a play button", play);
  await seeThat("2 §2 Tracks page", "A card has a share button", cards.getByRole("button", { name: /^Share Song 9/ }));
  await choose(page, "Song 9", "Download");
  await seeTexts(page, "2 §2 Tracks page", ["No download URL available for this track."]);
});

it("no songs at all", async () => {
  await using visit = await stage.visit(listener);
  const { page } = visit;
  await letCall(page, TRACKS, { json: { success: true, tracks: [], genres: [], nextCursor: null } });
  await page.goto("/songs");
  await seeTexts(page, "2 §2 Tracks page", ["No Tracks Available"]);
});

it("sharing a song, and copying its link", async () => {
  await using visit = await stage.visit(listener, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  const { page } = visit;
  await holdTime(page);
  await page.goto("/songs");
  await choose(page, "Song 9", "Share");
  await seeTexts(page, "2 §2 Share dialog", ['Check out "{title}" by {artist}']);
  for (const name of ["Facebook", "Twitter", "WhatsApp", "Telegram"]) {
    await page.getByRole("dialog").getByRole("link", { name, exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Copy Link" }).click();
  await seeTexts(page, "2 §2 Share dialog", ["Link copied!"]);
  await seeThat("2 §9", "'Link copied!' stays 2 seconds", page.getByRole("button", { name: "Link copied!" }));
  await letPass(page, 2_000);
  await page.getByRole("button", { name: "Copy Link" }).waitFor();
});

it("the artists with many followers, the hint of a copied link, and a failure", async () => {
  await using visit = await stage.visit(listener, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  const { page } = visit;
  await holdTime(page);
  const creators = "GET /api/auth/creators";
  await letCall(page, creators, "no words");
  await page.goto("/artists");
  await seeTexts(page, "2 §8", ["Failed to fetch creators"]);
  await letAllCalls(page);
  await changeAnswer(page, creators, (answer) => answer.map((card: object) => ({ ...card, followerCount: 1_250 })));
  await page.reload();
  await seeThat("2 §9", "Follower counts are abbreviated at 1,000", page.getByText("1.3K"));
  await page.getByRole("button", { name: /^Copy the link to/ }).click();
  const hint = page.locator("span", { hasText: /^Link copied!$/ });
  await seeThat("2 §9", "The link-copied hint of the artists list stays 1.8 seconds", hint);
  await letPass(page, 1_800);
  await hint.waitFor({ state: "detached" });
});

it("my playlist: failing, empty, the plans, a song put in and taken out, and what is refused", async () => {
  await using visit = await stage.visit(listener);
  const { page } = visit;
  await holdTime(page);
  await letCall(page, "GET /api/v1/playlist", "no words");
  await page.goto("/playlist");
  await seeTexts(page, "2 §8", ["Failed to fetch playlist"]);
  await seeTexts(page, "2 §2 My Playlist", ["Try Again"]);
  await letAllCalls(page);
  await page.getByRole("button", { name: "Try Again" }).click();
  await seeTexts(page, "2 §2 My Playlist", ["Your playlist is empty", "Browse Tracks"]);
  await page.getByRole("button", { name: /^Choose a plan$/i }).click();
  await seeTexts(page, "2 §2 My Playlist", ["Choose a Plan", "Pay Per View", "Subscribe Monthly"]);
  await page.goto("/songs");
  await letCall(page, "POST /api/v1/playlist/add", "no words");
  await choose(page, "Song 8", "Add to Playlist");
  await seeTexts(page, "2 §8", ["Failed to add track to playlist"]);
  await letAllCalls(page);
  await page.reload();
  await choose(page, "Song 9", "Add to Playlist");
  await seeTexts(page, "2 §8", ["Track added to playlist successfully"]);
  await page.goto("/playlist");
  await letCall(page, "DELETE /api/v1/playlist/remove/*", "no words");
  await choose(page, "Song 9", "Remove");
  await seeTexts(page, "2 §8", ["Failed to remove track from playlist"]);
});

it("the search: without a token, without a network, failing, and what has no preview", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  const look = "GET /api/v1/search";
  await letCall(page, "GET /api/v1/token", "no words");
  await page.goto("/search?q=song");
  await seeTexts(page, "2 §8", ["Failed to get access token"]);
  await letCall(page, "GET /api/v1/token", "no answer");
  await page.reload();
  await seeTexts(page, "2 §8", ["Network error while getting token"]);
  await letAllCalls(page);
  await letCall(page, look, "no words");
  await page.reload();
  await seeTexts(page, "2 §8", ["Search failed: ..."]);
  await letAllCalls(page);
  await changeAnswer(page, look, (answer) => ({
    tracks: {
      ...answer.tracks,
      items: answer.tracks.items.slice(0, 1).map((item: object) => ({
        ...{ ...item, id: "away", name: "Away", preview_url: null },
        ...{ external_urls: { spotify: "https://example.com" }, isOurs: false, track: undefined },
      })),
    },
  }));
  await page.reload();
  await page.getByRole("button", { name: "Preview Away" }).click();
  await seeTexts(page, "2 §8", ["No preview available for this item"]);
});
