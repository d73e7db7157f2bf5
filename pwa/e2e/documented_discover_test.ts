import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { untilAnswered } from "../../backend/testing/browser.ts";
import { addTrack, deliver, type TestPerson } from "../../backend/testing/people_fixtures.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import { changeAnswer, letAllCalls, letCall } from "./given_answers.ts";
import { openStage, type Stage } from "./e2e_server.ts";
import { isSeen } from "./is_seen.ts";
import { seeTexts, seeThat, SIZES } from "./see.ts";

const LONG_BIO = "Sade plays the talking drum. ".repeat(8);
const RELEASES = "GET /api/v1/tracks/admin-uploads";
let stage: Stage;
let listener: TestPerson;
let artist: TestPerson;
let newcomer: TestPerson;

beforeAll(async () => {
  stage = await openStage();
  const { test } = stage;
  artist = await stage.addArtist({ bio: LONG_BIO });
  newcomer = await stage.addArtist({ name: "Newcomer" });
  let trackId = "";
  for (let count = 1; count <= 22; count++) {
    const track = { ownerId: artist.userId, title: `Song ${count}`, artist: "Ìyá Sade" };
    trackId = (await addTrack(test.world.deps, track)).trackId;
  }
  test.pass(-3_600_000);
  listener = await test.person();
  test.pass(3_600_000);
  await deliver(test.world.deps, listener.userId, [trackId]);
  await test.call(listener, "POST", `/api/v1/play/${trackId}`, { body: { durationPlayed: 1 } });
  for (let count = 1; count <= 11; count++) {
    const body = { artistId: artist.userId, content: `Comment ${count}` };
    await test.call(listener, "POST", "/api/v1/comments", { body });
  }
  await test.world.settle();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Where it is on the page that is not scrolled, in px. */
async function placeOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error(`Not shown: ${what}`);
  return { top: box.y, bottom: box.y + box.height };
}

it("the header and the footer around every screen", async () => {
  await using visit = await stage.visit(listener);
  const { page } = visit;
  await page.goto("/artists");
  const name = page.getByRole("banner").getByRole("link", { name: "Ada Obi, settings" });
  await seeThat("1 §1", "The header's name and picture lead to /settings", name);
  await seeThat(
    "1 §9",
    "The sidebar collapses under 768 px",
    page.getByRole("navigation").getByRole("link", { name: "Earnings" }),
  );
  const footer = page.getByRole("contentinfo");
  // Folded for who is logged in.
  await footer.getByText("About Orin, contacts and newsletter").click();
  await seeTexts(footer, "1 §1", ["Sign Me Up"]);
  await seeThat("1 §1", "The footer's second phone number", footer.locator("a[href^='tel:']").nth(1));
  await seeThat("1 §1", "The footer's second support address", footer.locator("a[href^='mailto:']").nth(1));
  await seeThat("1 §1", "The footer's fourth network", footer.locator("a[target=_blank]").nth(3));
  await seeThat(
    "1 §1",
    "The footer's link to the privacy policy",
    footer.getByRole("link", { name: "Privacy policy" }),
  );
});

it("the three blocks in their order: the first is on the first screen, on a phone on the second", async () => {
  const member = await stage.test.person();
  await givePremium(stage.test.world.deps, member.userId);
  await stage.test.world.settle();
  for (const who of [listener, member]) {
    const isPremium = who === member;
    for (const [screens, size] of [[1, SIZES[0]], [2, SIZES[1]]] as const) {
      await using visit = await stage.visit(who, { context: { viewport: size } });
      const { page } = visit;
      await page.goto("/");
      const main = page.getByRole("main");
      const region = (name: string) => main.getByRole("region", { name, exact: true });
      await main.getByRole("list", { name: "New Releases" }).waitFor();
      await main.getByRole("heading", { name: "Complete Rankings" }).waitFor();
      const subscribe = region("Artist Of The Week").getByRole("link", { name: "Subscribe Now" });
      if (!isPremium) await subscribe.waitFor();
      await untilAnswered(page);
      await expect.poll(() => subscribe.count()).toBe(isPremium ? 0 : 1);
      const beside = main.getByRole("button", { name: /^Continue listening/ }).or(
        main.getByRole("link", { name: /^Follow artists you like/ }),
      );
      const things = [
        ...[region("Today's mix"), beside.first(), region("Highlights"), region("Artist Of The Week")],
        ...[region("Weekly Top Artists"), main.getByRole("heading", { name: "Complete Rankings" })],
        region("New Releases"),
      ];
      await expect.poll(async () => {
        const [mix, tile, carousel, ofTheWeek, week, rankings, releases] = await Promise.all(things.map(placeOf));
        if (!mix || !tile || !carousel || !ofTheWeek || !week || !rankings || !releases) return "Not all there";
        const tops = [mix, carousel, week, rankings, releases].map(({ top }) => top);
        return {
          firstRow: Math.max(mix.bottom, tile.bottom) - Math.min(mix.top, tile.top) <= 220,
          screens: Math.max(carousel.bottom, ofTheWeek.bottom) <= screens * size.height,
          isInOrder: tops.every((top, index) => top >= (tops[index - 1] ?? 0)),
        };
      }).toEqual({ firstRow: true, screens: true, isInOrder: true });
      await expect.poll(() => region("Weekly Top Artists").getByRole("term").count()).toBe(4);
      if (screens === 1) continue;
      await seeThat(
        "1 §2.7",
        "The carousel comes first, then the week, then the new releases",
        region("Artist Of The Week").getByRole("heading"),
      );
    }
  }
});

it("the week and the artist of the week", async () => {
  await using visit = await stage.visit(listener);
  const { page } = visit;
  await page.goto("/");
  await seeTexts(page, "1 §2.7", ["Artist Of The Week", "Subscribe Now", "Complete Rankings", "Updated {when}"]);
  const week = page.getByRole("region", { name: "Weekly Top Artists" });
  await seeThat("1 §9", "The top artists' listening time is shown as Xh Ym", week.getByText(/^\d+h \d+m$/).last());
  await seeThat("1 §2.7", "A heart in each row of the rankings", week.getByRole("button", { name: /Ìyá Sade/ }));
  await seeThat("1 §2.7", "Total Streams, Total Duration, Unique Tracks, Avg Duration", week.getByText("Avg Duration"));
});

it("the carousel goes on by itself", async () => {
  await using visit = await stage.visit(undefined, { context: { reducedMotion: "no-preference" } });
  const { page } = visit;
  await page.clock.install();
  await page.goto("/");
  const carousel = page.getByRole("region", { name: "Highlights" });
  await seeThat("1 §9", "The carousel has 5 slides", carousel.getByRole("button", { name: /^Slide 5/ }));
  await seeThat(
    "1 §2.7",
    "The carousel's previous and next arrows",
    carousel.getByRole("button", { name: "Next slide" }),
  );
  const shown = carousel.locator("[role=group]:not([inert])");
  const before = await shown.getAttribute("aria-label");
  await page.clock.fastForward(5_000);
  await expect.poll(() => shown.getAttribute("aria-label")).not.toBe(before);
  await carousel.getByRole("button", { name: /^(stop|pause)/i }).click();
  const title = shown.locator("span").first();
  await seeThat("1 §9", "A slide is shown for 5000 ms", title);
  const list = await title.innerText();
  await shown.getByRole("link").click();
  await seeThat("1 §2.7", "A slide leads to its list", page.getByRole("heading", { level: 1, name: list }));
});

it("the new releases while they load, when they fail, and with the banner behind the twentieth", async () => {
  await using visit = await stage.visit(listener);
  const { page } = visit;
  await letCall(page, RELEASES, "never");
  await page.goto("/");
  await seeTexts(page, "1 §2.7", ["Loading new releases...", "Search by title or artist..."]);
  await letCall(page, RELEASES, { json: { success: false } });
  await page.reload();
  await seeTexts(page, "1 §2.7", ["Failed to load new releases. Please try again later."]);
  await letAllCalls(page);
  await page.reload();
  const list = page.getByRole("list", { name: "New Releases" });
  await list.getByText("Song 22").waitFor();
  const play = list.getByRole("button", { name: /^Play Song 22/ }).locator("svg");
  await seeThat("1 §2.7", "Each release has a play/pause button", play);
  await seeThat(
    "1 §2.7",
    "Each release has a download button",
    list.getByRole("button", { name: /^Download Song 22/ }),
  );
  await seeTexts(page, "1 §2.7", [
    "Premium Sound Experience",
    "Upgrade your account and enjoy ad-free listening with higher audio quality",
    "Upgrade Now",
  ]);
  await seeThat("1 §9", "A promo banner after every 20th new release when more follow", list.getByText("Upgrade Now"));
  await page.getByPlaceholder("Search by title or artist...").fill("zzz");
  await seeTexts(page, "1 §2.7", ['No matches found for "{term}". Try a different search term.']);
});

it("an artist's page while it loads, when it fails, when nobody is there, and without songs", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  const profile = "GET /api/auth/creators/*";
  await letCall(page, profile, "never");
  await page.goto(`/artists/${artist.userId}`);
  await seeTexts(page, "1 §2.8", ["Loading artist profile..."]);
  await letCall(page, profile, "no words");
  await page.reload();
  await seeTexts(page, "1 §2.8", ["Error loading artist profile: {message}"]);
  await seeTexts(page, "1 §8", ["Failed to fetch creator"]);
  await letAllCalls(page);
  await page.goto("/artists/01900000-0000-7000-8000-000000000000");
  await seeTexts(page, "1 §2.8", ["Artist not found"]);
  await page.goto(`/artists/${newcomer.userId}`);
  await seeTexts(page, "1 §2.8", ["No tracks available from this artist yet.", "No bio available for this artist."]);
});

it("an artist's page with songs, a long bio and many followers", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  const profilePicture = { url: "/gone.webp" };
  let followerCount = 1_250;
  await changeAnswer(page, "GET /api/auth/creators/*", (answer) => ({ ...answer, profilePicture, followerCount }));
  await changeAnswer(page, "GET /api/v1/is-following/*", (answer) => ({ ...answer, followerCount }));
  await page.goto(`/artists/${artist.userId}`);
  await page.getByText("1.3K").first().waitFor();
  followerCount = 1_234_567;
  await page.reload();
  const placeholder = page.getByRole("main").locator("img[src^='data:image/svg']").first();
  await seeThat("1 §8", "A broken cover shows a placeholder", placeholder);
  await seeTexts(page, "1 §2.8", ["Read More"]);
  await seeThat("1 §9", "A hint 'Read More' on bios of more than 150 characters", page.getByText("Read More"));
  await seeThat(
    "1 §9",
    "Followers are abbreviated from 1,000 (K) and 1,000,000 (M), one decimal",
    page.getByText("1.2M"),
  );
  await seeThat("1 §2.8", "A location line", page.getByText("Jos, Nigeria"));
  for (const column of ["Title", "Artist", "Duration", "Favourite", "More"]) {
    const seen = () => isSeen(page.getByRole("main").getByText(column, { exact: true }));
    await expect.poll(seen, { message: column }).toBe(true);
  }
  await page.getByRole("button", { name: /^More for Song 22/ }).click();
  await seeThat(
    "1 §2.8",
    "A 'more' menu with Add to Playlist, Download, Share",
    page.getByRole("menuitem", { name: "Add to Playlist" }),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Follow/ }).click();
  await seeTexts(page, "1 §5", ["Please log in to follow artists"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Like/ }).first().click();
  await seeTexts(page, "1 §5", ["Please log in to like comments"]);
  await page.keyboard.press("Escape");
  await page.getByLabel("Write a comment").fill("Nice");
  await press(page, "Post Comment");
  await seeTexts(page, "1 §5", ["Please log in to comment"]);
  await seeThat("1 §5", "Comments, likes and follows need a log-in", page.getByText("Please log in to comment"));
});

it("comments on a phone are written, liked, turned over and deleted, and stay so after a reload", async () => {
  await using visit = await stage.visit(await stage.test.person(), { context: { viewport: SIZES[1] } });
  const { page } = visit;
  await page.goto(`/artists/${artist.userId}`);
  await page.getByLabel("Write a comment").fill("Sweet like sugar cane");
  await press(page, "Post Comment");
  const own = page.getByRole("listitem").filter({ hasText: "Sweet like sugar cane" });
  // What is still being sent cannot be changed.
  await own.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await own.getByRole("button", { name: "Like, 0 likes" }).click();
  await own.getByRole("button", { name: "Like, 1 like" }).waitFor();
  await press(page, "Next");
  await page.getByText("Page 2 of 2").waitFor();
  await own.waitFor({ state: "detached" });
  await page.reload();
  await own.getByRole("button", { name: "Like, 1 like" }).waitFor();
  await own.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await own.waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("Comment 11", { exact: true }).waitFor();
  await expect.poll(() => own.count()).toBe(0);
});

it("comments and their refusals", async () => {
  await using visit = await stage.visit(listener);
  const { page } = visit;
  await letCall(page, "GET /api/v1/comments/artist/*", "no words");
  await page.goto(`/artists/${artist.userId}`);
  await seeTexts(page, "1 §8", ["Failed to load comments"]);
  await letAllCalls(page);
  await changeAnswer(page, "GET /api/v1/comments/artist/*", ({ comments: [first, ...others], ...rest }) => {
    const nobody = { ...first, userId: { ...first.userId, _id: "gone", firstName: "" } };
    return { ...rest, comments: [nobody, ...others] };
  });
  await press(page, "Try Again");
  await seeTexts(page, "1 §9", ["Anonymous"]);
  await seeThat("1 §9", "Comments come ten to a page", page.getByText("Page 1 of 2"));
  await press(page, "Post Comment");
  await seeTexts(page, "1 §5", ["Comment cannot be empty"]);
  await letCall(page, "POST /api/v1/comments", "no words");
  await page.getByLabel("Write a comment").fill("Nice");
  await press(page, "Post Comment");
  await seeTexts(page, "1 §8", ["Failed to add comment"]);
  await letCall(page, "POST /api/v1/comments/like/*", "no words");
  await page.getByRole("button", { name: /^Like/ }).first().click();
  await seeTexts(page, "1 §8", ["Failed to like comment"]);
  await letCall(page, "DELETE /api/v1/comments/*", "no words");
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await seeTexts(page, "1 §8", ["Failed to delete comment"]);
  await page.keyboard.press("Escape");
  await letCall(page, "PUT /api/v1/comments/*", "no words");
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await seeThat("1 §4", "A comment's text stands in the box to be edited", page.getByLabel("Edit comment"));
  await press(page, "Save");
  await seeTexts(page, "1 §8", ["Failed to update comment"]);
  await letCall(page, "POST /api/v1/follow/*", "no words");
  await page.getByRole("button", { name: /^Follow/ }).click();
  await seeTexts(page, "1 §8", ["Failed to update follow status"]);
});

it("an edited comment, one without a name, and one whose author was logged out meanwhile", async () => {
  const author = await stage.test.person();
  const body = { artistId: artist.userId, content: "My first words" };
  await stage.test.call(author, "POST", "/api/v1/comments", { body });
  await using visit = await stage.visit(author);
  const { page } = visit;
  await page.goto(`/artists/${artist.userId}`);
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await seeThat("1 §5", "Edit and Delete are on the own comments alone", edit);
  await expect.poll(() => page.getByRole("button", { name: "Delete", exact: true }).count()).toBe(1);
  await edit.click();
  await page.getByLabel("Edit comment").fill("Better words");
  await press(page, "Save");
  await seeTexts(page, "1 §4", ["Edited {date}"]);
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${author.token}` } });
  await page.getByRole("button", { name: /^Like/ }).first().click();
  await page.getByText("Please log in again.").waitFor();
  await press(page, "Save");
  await seeTexts(page, "1 §5", ["Please log in to edit comments"]);
  await press(page, "Cancel");
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await seeTexts(page, "1 §5", ["Please log in to delete comments"]);
});
