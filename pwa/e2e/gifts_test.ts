import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { GiftsReceived, SentGift } from "../../backend/contract/gifts.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { TEST_INSTALLATION } from "../../backend/testing/store.ts";
import type { TestPerson } from "../../backend/testing/people_fixtures.ts";
import { paymentReference } from "../../backend/contract/payment_reference.ts";
import { openTestWallet, type TestWallet } from "../../backend/testing/wallet.ts";
import { GivenNetwork } from "./given_network.ts";
import { keepSession } from "./given_people.ts";
import { closeAll, paidAt, serveApp } from "./e2e_server.ts";

let test: TestWallet;
let server: TestServer;
let network: GivenNetwork;
let browser: Browser;

beforeAll(async () => {
  test = await openTestWallet();
  server = await serveApp(test.world, paidAt(test));
  network = new GivenNetwork(server.url);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, network, server, test));

it("a gift by card arrives once although the network goes during the checkout; tokens; the artist says thank you", async () => {
  const artist = await test.person({ role: "creator", firstName: "Sade" });
  await test.call(artist, "PUT", "/api/v1/update-profile", { body: { artistName: "Ìyá Sade" } });
  const giver = await test.person({ tokens: 2_000, firstName: "Tunde" });
  const [giving, receiving] = [await open(giver, "listener"), await open(artist, "creator")];

  await giving.goto(`/artists/${artist.userId}`);
  await giving.getByRole("link", { name: "Send a gift" }).click();
  await giving.getByRole("button", { name: "$2", exact: true }).click();
  await giving.getByLabel("Message").fill("More of this!");
  await giving.getByText(/sees “Anonymous”/).waitFor();
  await giving.getByText("Show my name", { exact: true }).click();
  await giving.getByText(/sees your first name/).waitFor();
  await giving.getByRole("button", { name: "Pay ₦3,000.00 with Paystack" }).click();
  await giving.waitForURL((url) => url.href.startsWith(test.sandbox.url));
  network.take();
  await giving.getByRole("button", { name: "Pay ₦3,000.00" }).click();
  // Paid, and the way back leads nowhere.
  await expect.poll(async () => (await giftsTo(artist)).stats.totalGifts).toBe(1);
  network.give();

  await giving.goto("/gifts");
  await giving.getByText("More of this!").waitFor();
  const [sent] = await giftsFrom(giver);
  const reference = paymentReference("gift", { installation: TEST_INSTALLATION, id: sent?.id ?? "" });
  // A giver who finds the way back later is told the same, and it is still one gift.
  await giving.goto(`/gift/${artist.userId}?reference=${reference}`);
  await giving.getByText(/Your gift was sent/).waitFor();
  expect(await test.settlingOf(artist)).toBe(300_000);

  await giving.goto(`/gift/${artist.userId}`);
  await giving.getByText("Tokens", { exact: true }).click();
  await giving.getByRole("button", { name: "$1", exact: true }).click();
  await giving.getByRole("button", { name: "Send 1,500.00 tokens" }).click();
  await giving.getByText(/Your gift was sent/).waitFor();
  expect(await test.moneyOf(giver)).toMatchObject({ available: 50_000 });

  await receiving.goto("/cs-gift");
  await receiving.getByText("More of this!").waitFor();
  const card = receiving.getByRole("listitem").filter({ hasText: "More of this!" });
  await card.getByRole("button", { name: /Say thank you/ }).click();
  await receiving.getByText("from Anonymous").waitFor();
  await card.getByLabel("Your message to Tunde").fill("Ẹ ṣé gan, Tunde!");
  await card.getByRole("button", { name: "Send" }).click();
  await card.getByText("You said thank you").waitFor();
  await receiving.goto("/cs-wallet");
  await receiving.getByText("Where your gifts went").waitFor();

  await giving.goto("/gifts");
  await giving.getByText("Ẹ ṣé gan, Tunde!").waitFor();
  await expect.poll(async () => (await giftsTo(artist)).stats).toMatchObject({ totalGifts: 2, totalAmount: 3 });
  expect([await test.settlingOf(artist), (await test.moneyOf(artist)).available]).toEqual([450_000, 0]);
  expect(await test.total()).toBe(0);
});

it("a listener is nobody's name to the artist until they switch it on, and after they switch it off", async () => {
  const artist = await test.person({ role: "creator", firstName: "Sade" });
  await test.call(artist, "PUT", "/api/v1/update-profile", { body: { artistName: "Sade Onílù" } });
  const fan = await test.person({ firstName: "Zuwena" });
  const [listening, looking] = [await open(fan, "listener"), await open(artist, "creator")];
  await test.call(fan, "POST", `/api/v1/follow/${artist.userId}`);
  const choose = async (isNamed: boolean) => {
    const saved = listening.waitForResponse((answer) =>
      answer.url().endsWith("/api/v1/settings") && answer.request().method() === "PUT"
    );
    const box = listening.getByLabel("Show my name to artists");
    await expect.poll(() => box.isChecked()).toBe(!isNamed);
    await box.click();
    expect((await saved).status()).toBe(200);
  };
  await looking.goto("/creator-dashboard");
  await looking.getByText("A listener started following you").waitFor();
  await listening.goto("/settings/privacy");
  await choose(true);
  await looking.reload();
  await looking.getByText("Zuwena started following you").waitFor();
  await choose(false);
  await looking.reload();
  await looking.getByText("A listener started following you").waitFor();
  expect(await looking.getByText("Zuwena").count()).toBe(0);
});

/** A phone with a log-in. */
async function open({ token, userId }: TestPerson, role: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
  await context.addInitScript(keepSession, { token, userId, role, reportToken: "", expiresAt: "" });
  return await context.newPage();
}

const giftsTo = async (artist: TestPerson): Promise<GiftsReceived> =>
  (await test.call(artist, "GET", "/api/v1/gifts/received")).body;
const giftsFrom = async (giver: TestPerson): Promise<SentGift[]> =>
  (await test.call(giver, "GET", "/api/v1/gifts/sent")).body.gifts;
