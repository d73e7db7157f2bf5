import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { newId } from "../../backend/contract/ids.ts";
import { formatNaira, formatTokens, formatTokensWithNaira } from "../../backend/contract/money.ts";
import { FIRST_POLICY } from "../../backend/contract/policy_rules.ts";
import { REWARD_POOL, settlingAccount } from "../../backend/ledger/chart.ts";
import { postTransfer } from "../../backend/testing/transfers.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { addPerson, addTrack } from "../../backend/testing/people_fixtures.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { screenFindings } from "./axe_findings.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";
import { SIZES } from "./see.ts";

const BOSSES = [
  { firstName: "Ada", lastName: "First", email: "ada@orin.example" },
  { firstName: "Ben", lastName: "Second", email: "ben@orin.example" },
] as const;
const PASSWORD = "Ìlú-àyàn-2026!";
const WHY = "Your plays came in without any sound";
const LETTER = "We are six in one house with one phone. <b>We listen</b> every evening.";
const VOIDED = FIRST_POLICY.secondApproverAboveUnits + 320;
const METADATA = { actor: "system:test" };

let world: World;
let server: TestServer;
let browser: Browser;
let listener: Person;
let trackId: string;
let artist: Person;

beforeAll(async () => {
  world = await openWorld();
  const passwordHash = await hashPassword(PASSWORD);
  for (const boss of BOSSES) await addPerson(world.deps, { ...boss, passwordHash, isAdmin: true });
  listener = await givePerson(world, "Listener", "listener");
  artist = await givePerson(world, "Artist", "creator");
  ({ trackId } = await addTrack(world.deps, { ownerId: artist.userId, title: "Night Bus" }));
  for (let index = 0; index < 5; index++) await playOnOnePhone((await addPerson(world.deps, {})).userId);
  await reward(listener.userId, VOIDED, await playOnOnePhone(listener.userId));
  await world.settle();
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

async function playOnOnePhone(listenerId: string): Promise<string> {
  const { data } = playReport({ trackId, listenerId, deviceId: "one phone", startedAt: Date.now() - 120_000 });
  const event = { type: "PlayReported" as const, data };
  await world.deps.store.appendToStream("plays/0", `play/${data.playId}`, [event], { metadata: METADATA });
  return data.playId;
}

async function reward(userId: string, units: number, playId = newId()): Promise<void> {
  const transfer = {
    ...{ transferId: newId(), code: "reward" },
    entries: [{ account: REWARD_POOL, amount: -units }, { account: settlingAccount(userId), amount: units }],
    detail: { plays: [[playId, units, 1]] },
  };
  await world.deps.store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata: METADATA });
}

async function openPage(more: Parameters<Browser["newContext"]>[0] = {}) {
  const context: BrowserContext = await browser.newContext({
    ...{ viewport: SIZES[0], baseURL: server.url, serviceWorkers: "block", ...more },
  });
  return { context, page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}

async function asBoss(index: 0 | 1, path: string) {
  const opened = await openPage();
  await opened.page.goto(path);
  await opened.page.getByLabel("Email").fill(BOSSES[index].email);
  await opened.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await opened.page.getByRole("button", { name: "Login" }).click();
  return opened;
}

async function asPerson(person: Person, path: string) {
  const opened = await openPage();
  await opened.context.addInitScript(keepSession, await logInAt(server.url, person));
  await opened.page.goto(path);
  return opened;
}

/** Colors do not hang on the size, nor the layout on the colors: each of both once. */
async function findingsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [viewport, colorScheme] of [[SIZES[1], "dark"], [SIZES[0], "light"]] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
    found.push(...await screenFindings(page));
  }
  return found;
}

async function say(page: Page, button: string, { label = "Reason", words, confirm }: {
  label?: string;
  words: string;
  confirm: string;
}): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(label).fill(words);
  await dialog.getByRole("button", { name: confirm }).click();
}

describe("a group of linked accounts", () => {
  it("is found, noted, frozen, and voided by two admins", async () => {
    await using ada = await asBoss(0, "/groups");
    await ada.page.getByRole("link", { name: "6 accounts" }).waitFor();
    expect(await findingsOf(ada.page)).toEqual([]);
    await ada.page.getByRole("link", { name: "6 accounts" }).click();
    await ada.page.getByText("6 accounts listen on one device").waitFor();
    await say(ada.page, "Write a note", { words: "Asked the <i>network</i>", confirm: "Save the note" });
    await ada.page.getByText("Asked the <i>network</i>").waitFor();
    await say(ada.page, "Freeze", { words: WHY, confirm: "Freeze" });
    await ada.page.getByText(`Frozen for 6 accounts: ${WHY}`).waitFor();
    await expect.poll(() => ada.page.getByRole("button", { name: "Freeze", exact: true }).count()).toBe(0);
    await say(ada.page, "Void", { words: "Nobody heard them", confirm: "Void" });
    await ada.page.getByRole("heading", { name: "Void what settles of 6 accounts" }).waitFor();
    await ada.page.getByText("An admin on another side, who has no part in it, confirms it.").waitFor();
    await expect.poll(() => ada.page.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    expect(await findingsOf(ada.page)).toEqual([]);

    await using ben = await asBoss(1, "/groups");
    await ben.page.getByText("Needs another side").waitFor();
    await ben.page.getByRole("link", { name: "6 accounts" }).click();
    await ben.page.getByRole("button", { name: "Confirm" }).click();
    await ben.page.getByText("Voided for 6 accounts: Nobody heard them").waitFor();
    await ben.page.getByText("Ada First and Ben Second").waitFor();
  });

  it("says which accounts joined after the freeze, and freezes them", async () => {
    await playOnOnePhone((await addPerson(world.deps, {})).userId);
    await world.settle();
    await using ada = await asBoss(0, "/groups");
    await ada.page.getByRole("link", { name: "7 accounts" }).click();
    await ada.page.getByText("1 account joined after the freeze.").waitFor();
    expect(await findingsOf(ada.page)).toEqual([]);
    await say(ada.page, "Freeze 1 newer account", { words: WHY, confirm: "Freeze" });
    await ada.page.getByText(`Frozen for 7 accounts: ${WHY}`).waitFor();
    await expect.poll(() => ada.page.getByText("joined after the freeze").count()).toBe(0);
  });
});

describe("an artist", () => {
  it("is told which plays count no longer, and when we removed them", async () => {
    await using own = await asPerson(artist, "/creator-dashboard");
    const removed = own.page.getByRole("region", { name: "Removed plays" });
    await removed.getByText("6 plays from accounts that did not listen were removed on").waitFor();
    await removed.getByText("Night Bus").waitFor();
    await own.page.getByText("Removed: from accounts that did not listen").waitFor();
    expect(await findingsOf(own.page)).toEqual([]);
    expect(world.outbox.newest(50).filter(({ to }) => to === artist.email).map(({ subject }) => subject))
      .toContain("We removed 6 plays from your figures");
  });
});

describe("an appeal", () => {
  it("is written where the listener is told, and answered by two admins where one decided before", async () => {
    await reward(listener.userId, 320);
    await using own = await asPerson(listener, "/earnings");
    const { page } = own;
    await page.getByRole("heading", { name: "We are checking your earnings" }).waitFor();
    await page.getByText("3.20 tokens (₦3.20) wait until a person has looked at them.").waitFor();
    await page.getByText(`We removed ${formatTokensWithNaira(VOIDED)} before they settled.`).waitFor();
    await page.getByText(WHY).first().waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Write to us" }).click();
    await page.getByLabel("Your message to us").fill("Too short");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Please write at least 20 characters").waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByLabel("Your message to us").fill(LETTER);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("A person will read it. We answer here and by email.").waitFor();
    await expect.poll(() => page.getByText(LETTER).count()).toBe(1);
    await expect.poll(() => page.getByRole("button", { name: "Write to us" }).count()).toBe(0);

    await using ada = await asBoss(0, "/appeals");
    await ada.page.getByText("All appeals about earnings, answered ones too").click();
    await ada.page.getByText(`₦3.20 held, ${formatNaira(VOIDED)} removed`).waitFor();
    expect(await findingsOf(ada.page)).toEqual([]);
    await ada.page.getByRole("list", { name: "What waits" }).getByRole("button").click();
    await ada.page.getByText(LETTER).waitFor();
    await ada.page.getByRole("link", { name: "A group of 7 accounts" }).waitFor();
    await ada.page.getByText("You decided about these earnings before").waitFor();
    const answer = { label: "Your answer to the listener", words: "You are right, <b>sorry</b>." };
    await say(ada.page, "Agree with them", { ...answer, confirm: "Agree with them" });
    await ada.page.getByText("An admin on another side, who has no part in it, confirms it.").waitFor();
    expect(await findingsOf(ada.page)).toEqual([]);

    await using ben = await asBoss(1, ada.page.url().slice(server.url.length));
    await ben.page.getByRole("button", { name: "Confirm" }).click();
    await ben.page.getByText("Nothing waits. You are done.").waitFor();
    await ben.page.getByText("All appeals about earnings, answered ones too").click();
    await ben.page.getByRole("table", { name: "All cases" }).getByRole("link").click();
    await ben.page.getByRole("heading", { name: "We agreed with the listener" }).waitFor();
    await ben.page.getByText("Ada First and Ben Second").waitFor();
    expect(await findingsOf(ben.page)).toEqual([]);

    const returned = page.locator("dd", { hasText: formatTokens(VOIDED) });
    await expect.poll(async () => {
      await page.reload();
      await page.getByText("You were right: your earnings are yours again.").waitFor();
      // The answer is there before the money is: the rewards come back one after the other.
      return [await page.getByText("We are checking your earnings").count(), await returned.count() > 0];
    }).toEqual([0, true]);
    await page.getByText("You are right, <b>sorry</b>.").waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });
});
