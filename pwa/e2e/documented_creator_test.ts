import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addTrack, type TestPerson } from "../../backend/testing/people_fixtures.ts";
import { wavOf } from "../../backend/testing/uploads.ts";
import { changeAnswer, letAllCalls, letCall } from "./given_answers.ts";
import { openStage, type Stage, type Visit } from "./e2e_server.ts";
import { holdTime, letPass } from "./given_time.ts";
import { seeTexts, seeThat } from "./see.ts";

const STATS = "GET /api/v1/creator-stats";
const UPLOAD = "POST /api/v1/upload";
let stage: Stage;
let artist: TestPerson;
let song: string;

beforeAll(async () => {
  stage = await openStage();
  artist = await stage.addArtist();
  await addTrack(stage.test.world.deps, { ownerId: artist.userId, title: "Song 1", artist: "Ìyá Sade" });
  song = `${stage.test.world.directory}/song.wav`;
  // Long and loud enough to pass the check of what arrives.
  await Deno.writeFile(song, wavOf(4));
  await stage.test.world.settle();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const open = (): Promise<Visit> => stage.visit(artist, { role: "creator" });

it("the dashboard and its failure", async () => {
  await using visit = await open();
  const { page } = visit;
  await letCall(page, STATS, "no words");
  await page.goto("/creator-dashboard");
  await seeTexts(page, "3 §8", ["Failed to load creator stats"]);
  await letAllCalls(page);
  await page.reload();
  await seeTexts(page, "3 §2 Creator dashboard", ["N 0.00", "N0.00"]);
  await seeThat("3 §9", "Earnings and revenue are sums", page.getByText("This Year"));
  const blocks = ["Recent Uploads", "Recent Followers", "Recent Activity", "Revenue Summary", "Listening"];
  await page.getByRole("heading", { name: "Listening" }).waitFor();
  await expect.poll(() => page.locator("main h2").allInnerTexts()).toEqual(blocks);
  await seeThat(
    "3 §2 Creator dashboard",
    "Recent Uploads follow the cards",
    page.getByRole("heading", { name: "Recent Uploads" }),
  );
});

it("the sidebar's documented entries are in sight at 1280x800 with the player, without a scroll", async () => {
  await using visit = await open();
  const { page } = visit;
  await page.goto(`/artists/${artist.userId}`);
  await page.getByRole("button", { name: /^Play Song 1/ }).click();
  const player = page.getByRole("region", { name: "Player" });
  await player.waitFor();
  const side = page.getByRole("navigation", { name: "Main", exact: true });
  const entries = side.getByRole("link").or(side.getByRole("button"));
  await side.getByRole("link", { name: "Upload Music" }).waitFor();
  const shown = async () => {
    const { y: end = 0 } = await player.boundingBox() ?? {};
    const names: string[] = [];
    for (const entry of await entries.all()) {
      const box = await entry.boundingBox();
      if (box && box.y >= 0 && box.y + box.height <= end) names.push((await entry.innerText()).trim());
    }
    return names;
  };
  const documented = ["Dashboard", "Music List", "Upload Music", "Gifts", "Settings", "Logout"];
  await expect.poll(async () => (await shown()).slice(1, 1 + documented.length)).toEqual(documented);
});

it("logging out asks first", async () => {
  await using visit = await open();
  const { page } = visit;
  await page.goto("/creator-dashboard");
  await press(page, "Logout");
  const question = {
    where: page,
    async onPhone() {
      await page.keyboard.press("Escape");
      await press(page, "More");
      await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Logout" }).click();
    },
  };
  await seeTexts(question, "3 §2 Creator shell", ["Are you sure you want to logout from your account?"]);
});

it("the picture in the header is asked for every 60 seconds", async () => {
  await using visit = await open();
  const { page } = visit;
  await page.clock.install();
  await page.goto("/cs-gift");
  const picture = page.getByRole("banner").locator("img");
  await changeAnswer(page, "GET /api/v1/creator-profile", (profile) => ({
    ...profile,
    profilePicture: { url: "/icon-192.png" },
  }));
  await expect.poll(() => picture.count()).toBe(0);
  await page.clock.fastForward(60_000);
  await seeThat("3 §9", "The creator's picture is refreshed every 60 seconds", picture);
});

it("gifts with their tiers, and the wallet, and when they fail", async () => {
  await using visit = await open();
  const { page } = visit;
  const gifts = "GET /api/v1/gifts/received";
  await letCall(page, gifts, "no words");
  await page.goto("/cs-gift");
  await seeTexts(page, "3 §2 Creator gifts", ["Artist Support"]);
  await seeTexts(page, "3 §8", ["Failed to load supporter data. Please try again later."]);
  await letAllCalls(page);
  const gift = {
    sender: { name: "Ada" },
    naira: 150_000,
    message: "",
    date: new Date().toISOString(),
    status: "given",
  };
  await changeAnswer(page, gifts, (answer) => ({
    ...answer,
    gifts: [50, 100, 250, 500, 1_000].map((amount) => ({ ...gift, id: `gift${amount}`, amount })),
  }));
  await page.reload();
  for (const tier of ["Bronze", "Silver", "Gold", "Platinum"]) await page.getByText(tier, { exact: true }).waitFor();
  const tier = page.getByText("Diamond", { exact: true });
  await seeThat("3 §9", "Gift tiers: Silver from 100, Gold 250, Platinum 500, Diamond 1000 dollars", tier);
  await letCall(page, "GET /api/v1/gifts/payouts", "no words");
  await page.goto("/cs-wallet");
  await seeTexts(page, "3 §8", ["Failed to load your earnings data. Please try again later."]);
});

it("a track that cannot be deleted", async () => {
  await using visit = await open();
  const { page } = visit;
  await page.goto("/cs-music-list");
  await page.getByRole("button", { name: /^Delete.*Song 1/ }).click();
  await letCall(page, "DELETE /api/v1/tracks/*", { status: 400, json: { error: "It is on an album" } });
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await seeTexts(page, "3 §8", ["Failed to delete track:"]);
});

it("an upload: what is missing, while it goes, when it fails, and the way on after two seconds", async () => {
  await using visit = await open();
  const { page } = visit;
  await holdTime(page);
  await page.goto("/cs-upload");
  await seeTexts(page, "3 §2 Admin upload", ["Upload Track"]);
  await seeThat("3 §2 Creator upload", "All fields are there before a file is chosen", page.getByLabel("Duration"));
  await page.locator("input[type=file]").first().setInputFiles(song);
  await press(page, "Upload Track");
  await seeTexts(page, "3 §5", ["Please fill in all required fields"]);
  await seeThat("3 §3", "The ten genres of the creator list, for both uploads", page.getByLabel("Genre"));
  const genres = await page.getByLabel("Genre").locator("option").allInnerTexts();
  expect(genres.join().toLowerCase()).toMatch(
    /pop.*rock.*hip.hop.*electronic.*classical.*jazz.*country.*blues.*gospel.*afrobeat/,
  );
  await page.getByLabel("Genre").selectOption("jazz");
  await page.getByLabel("Artist", { exact: true }).fill("Ìyá Sade");
  await page.locator("input[type=file][accept^='image/']").setInputFiles("pwa/public/icon-512.png");
  await letCall(page, UPLOAD, "no words");
  await press(page, "Upload Track");
  await seeTexts(page, "3 §8", ["Error uploading track. Please try again."]);
  await letCall(page, UPLOAD, "never");
  await press(page, "Upload Track");
  await seeTexts(page, "3 §2 Admin upload", ["Uploading..."]);
  await press(page, "Cancel");
  await letCall(page, UPLOAD, { status: 201, json: { message: "", trackId: "t" } });
  await press(page, "Upload Track");
  await seeTexts(page, "3 §2 Creator upload", ["Track uploaded successfully! Redirecting to music list..."]);
  await letPass(page, 2_000);
  const list = page.getByRole("heading", { name: "Music List" });
  await seeThat("3 §9", "An upload leads on after 2 seconds", list);
});

it("the terms for everybody", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  await page.goto("/terms");
  const date = page.getByText(/01-05-2025/);
  await seeThat("3 §9", "The terms are effective from 01-05-2025, from 13 years on, by the law of Nigeria", date);
  await seeThat("3 §2", "The terms lead to the privacy policy", page.locator("a[href='/privacy-policy']").first());
  for (let count = 1; count <= 13; count++) {
    await page.getByRole("heading", { name: new RegExp(`^${count}\\b`) }).waitFor();
  }
});
