import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stopLinks } from "../../backend/mails/stop_link.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { addProfile } from "../../backend/testing/people_fixtures.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { axeFindings } from "./axe_findings.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

let world: World;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  world = await openWorld();
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

/** A phone with a log-in. */
async function open(session: Record<string, unknown>): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  await context.addInitScript(keepSession, session);
  return await context.newPage();
}

it("an artist writes to followers; one of them reports it, stops the artist's words with one press and takes it back", async () => {
  const [artist, fan] = [await givePerson(world, "Sade", "creator"), await givePerson(world, "Kemi", "listener")];
  await addProfile(world.deps, { creatorId: artist.userId, name: "Ìyá Sade", bio: "Sings.", stateProvince: "Lagos" });
  const [artistSession, fanSession] = [await logInAt(server.url, artist), await logInAt(server.url, fan)];
  const headers = { authorization: `Bearer ${fanSession.token}` };
  expect((await fetch(`${server.url}/api/v1/follow/${artist.userId}`, { method: "POST", headers })).status).toBe(200);

  const [writing, reading] = [await open(artistSession), await open(fanSession)];
  await writing.goto("/cs-posts");
  await writing.getByLabel("Your post").fill("See you in Ìbàdàn on Friday!");
  await writing.getByRole("button", { name: "Post to followers" }).click();
  await writing.getByText("1 follower told").waitFor();
  await writing.getByText(/Your next post is possible on/).waitFor();

  await reading.goto("/");
  await reading.getByRole("link", { name: "Notifications, 1 new" }).click();
  const row = reading.getByRole("listitem").filter({ hasText: "Ìyá Sade wrote to you" });
  await row.getByRole("link", { name: "Report what Ìyá Sade wrote" }).click();
  await reading.getByText("Spam or fraud").click();
  await reading.getByRole("button", { name: "Send report" }).click();
  await reading.getByRole("button", { name: "Back" }).click();

  await row.getByRole("button", { name: "Stop posts and thank-yous of Ìyá Sade" }).click();
  await reading.getByText("No more posts and thank-yous of Ìyá Sade for you.").waitFor();
  const undo = reading.getByRole("button", { name: "Undo and hear of Ìyá Sade again" });
  await undo.waitFor();
  expect(await axeFindings(reading)).toEqual([]);
  const bell = async () => {
    const answer = await fetch(`${server.url}/api/v1/notifications`, { headers });
    return (await answer.json()).notifications.filter(({ kind }: { kind: string }) => kind === "post").length;
  };
  await expect.poll(bell).toBe(0);
  await undo.click();
  await row.getByText("Ìyá Sade wrote to you").waitFor();
  await expect.poll(bell).toBe(1);
  expect(await axeFindings(reading)).toEqual([]);

  // The link at the end of a mail needs no log-in.
  const visit = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  const page = await visit.newPage();
  const { page: link } = stopLinks(world.deps, { userId: fan.userId, artistId: artist.userId });
  await page.goto(`/mail-stop${new URL(link).hash}`);
  await page.getByText(/You get no more posts and thank-yous of this artist/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(bell).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/It is as it was/).waitFor();
  await expect.poll(bell).toBe(1);
  await visit.close();
  await Promise.all([writing, reading].map((page) => page.context().close()));
});
