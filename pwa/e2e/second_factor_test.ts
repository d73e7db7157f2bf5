import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { codeAt } from "../../backend/admin/second_factor/totp.ts";
import { addPerson } from "../../backend/testing/people_fixtures.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { screenFindings } from "./axe_findings.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const PASSWORD = "Ìlú-àyàn-2026!";
const LAST_NAMES = ["Eze", "Adé", "Obi", "Okoro", "Bello", "Nwosu", "Musa", "Udo"];
const STEP_MS = 30_000;
let world: World;
let server: TestServer;
let browser: Browser;
let passwordHash: string;

beforeAll(async () => {
  world = await openWorld();
  passwordHash = await hashPassword(PASSWORD);
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

/** An admin without a second factor. Each try of a test has its own: a code counts once. */
async function newAdmin(firstName: string): Promise<{ name: string; email: string }> {
  const lastName = LAST_NAMES.shift() ?? "";
  const email = `${lastName.normalize("NFD").replace(/\P{ASCII}/gu, "").toLowerCase()}@orin.example`;
  await addPerson(world.deps, { firstName, lastName, email, passwordHash, isAdmin: true });
  return { name: `${firstName} ${lastName}`, email };
}

async function openContext(more: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
  return await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, baseURL: server.url, serviceWorkers: "block", ...more },
  });
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/create-admin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
}

const card = (page: Page) => page.locator("section").filter({ hasText: "Your second factor" }).last();

/** A device that makes passkeys and has a finger on it. */
async function useSoftPasskeys(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, hasResidentKey: true } });
}

/** Links an app on the open page of the team; answers its secret and the recovery codes. */
async function link(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await card(page).getByRole("button", { name: "Set up an authenticator app" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = (await card(page).locator("p.font-mono").innerText()).replaceAll(" ", "");
  expect(await screenFindings(page)).toEqual([]);
  await page.getByLabel("Code of the app").fill("000000");
  await page.getByRole("button", { name: "Link the app" }).click();
  await page.getByText("This code is not right.").waitFor();
  await page.getByLabel("Code of the app").fill(codeAt(secret, Date.now()));
  await page.getByRole("button", { name: "Link the app" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  const recoveryCodes = await list.getByRole("listitem").allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  return { secret, recoveryCodes };
}

describe("an admin's second factor", () => {
  it("is set up with an app, and the log-in then asks for its code, or for a recovery code", async () => {
    const ada = await newAdmin("Ada");
    await using context = await openContext({ colorScheme: "dark" });
    const page = await context.newPage();
    await logIn(page, ada.email);
    const { secret, recoveryCodes } = await link(page);
    expect(await screenFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("orin-recovery-codes.txt");
    await expect.poll(() => page.getByRole("button", { name: "Done" }).isDisabled()).toBe(true);
    await page.getByLabel("I have kept them").check();
    await page.getByRole("button", { name: "Done" }).click();
    await card(page).getByText(/^On since/).waitFor();
    await expect.poll(() => page.content()).not.toContain(recoveryCodes[0]);
    await page.getByRole("listitem").filter({ hasText: ada.name }).getByText(/^Second factor since/).waitFor();
    await context.clearCookies();

    await logIn(page, ada.email);
    const code = page.getByLabel("Code", { exact: true });
    await code.waitFor();
    await expect.poll(() => code.getAttribute("autocomplete")).toBe("one-time-code");
    await expect.poll(() => code.getAttribute("inputmode")).toBe("numeric");
    expect(await screenFindings(page)).toEqual([]);
    await code.pressSequentially("000000");
    await page.getByText("This code is not right.").waitFor();
    await expect.poll(() => code.inputValue()).toBe("");
    expect(await screenFindings(page)).toEqual([]);
    // The code of now was used to link the app; the next one counts already.
    await code.pressSequentially(codeAt(secret, Date.now() + STEP_MS));
    await card(page).getByText(/^On since/).waitFor();
    await context.clearCookies();

    await logIn(page, ada.email);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCodes[0]?.toLowerCase() ?? "");
    await page.getByRole("button", { name: "Login" }).click();
    await card(page).getByText("9 recovery codes left.").waitFor();
  });

  it("takes a passkey in place of the code", async () => {
    const chi = await newAdmin("Chi");
    await using context = await openContext({ colorScheme: "light" });
    const page = await context.newPage();
    await useSoftPasskeys(page);
    await logIn(page, chi.email);
    const { recoveryCodes } = await link(page);
    await page.getByLabel("I have kept them").check();
    await page.getByRole("button", { name: "Done" }).click();
    await card(page).getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name of the passkey").fill("Work laptop");
    await page.getByLabel("Code of your app").fill("000000");
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByText("This code is not right.").waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await page.getByLabel("Code of your app").fill(recoveryCodes[0] ?? "");
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("list", { name: "Passkeys" }).getByText("Work laptop").waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await context.clearCookies();

    await logIn(page, chi.email);
    await page.getByRole("button", { name: "Use a passkey" }).waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await card(page).getByText("9 recovery codes left.").waitFor();
    await page.getByRole("button", { name: "Remove passkey: Work laptop" }).click();
    await page.getByLabel("Code of your app").fill(recoveryCodes[1] ?? "");
    await page.getByRole("button", { name: "Remove passkey", exact: true }).click();
    await page.getByRole("button", { name: "Add a passkey" }).waitFor();
    await expect.poll(() => page.getByRole("list", { name: "Passkeys" }).count()).toBe(0);
  });

  it("is switched off by an admin of another side, with a reason", async () => {
    const [ada, bola] = [await newAdmin("Ada"), await newAdmin("Bọ́lá")];
    await using others = await openContext();
    const other = await others.newPage();
    await logIn(other, ada.email);
    await link(other);
    await using contexts = await openContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
    const page = await contexts.newPage();
    await logIn(page, bola.email);
    const row = page.getByRole("listitem").filter({ hasText: ada.name });
    await row.getByRole("button", { name: `Reset second factor: ${ada.name}` }).click();
    const dialog = page.getByRole("dialog", { name: `Reset the second factor of ${ada.name}?` });
    await dialog.getByLabel("Reason").fill("Her phone fell into the lagoon");
    expect(await screenFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Reset" }).click();
    await row.getByText("No second factor").waitFor();
    await others.clearCookies();
    await logIn(other, ada.email);
    await card(other).getByRole("button", { name: "Set up an authenticator app" }).waitFor();
  });
});
