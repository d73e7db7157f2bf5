import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AccountScreens, openAccountScreens } from "./given_account_screens.ts";
import { enterCode, mailedCode, signUpWith } from "./given_signup.ts";

let given: AccountScreens;
beforeAll(async () => {
  given = await openAccountScreens();
});
afterAll(() => given?.[Symbol.asyncDispose]());

/** Addresses of its own in each run of a test. */
let run = 0;
const addressOf = (name: string) => `${name}-${run}@orin.example`;
beforeEach(() => void run++);

const seenBy = (page: Page): Promise<[string, unknown][]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("seen") ?? "[]"));
const isLoggedIn = (page: Page) => page.evaluate(() => localStorage.getItem("token") !== null);
const placeOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

describe("signing up", () => {
  it("ends where the person began, over the log-in with its flag, also when each screen is loaded anew", async () => {
    const page = await given.openPhone();
    await page.goto("/songs?list=top-100");
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    await page.reload();
    await signUpWith(page, addressOf("back"));
    await page.reload();
    await enterCode(page, await mailedCode(page, addressOf("back")));
    await page.waitForURL("**/songs?list=top-100");
    await page.getByText("Your email is verified. Welcome to Orin.").waitFor();
    await expect.poll(() => seenBy(page)).toContainEqual([
      `/login?next=${encodeURIComponent("/songs?list=top-100")}`,
      true,
    ]);
    const profile = await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
      return await (await fetch("/api/auth/profile", { headers })).json();
    });
    expect(profile).toMatchObject({ email: addressOf("back") });
    await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("orin.session") ?? "{}").reportToken))
      .toBeTruthy();
    await page.context().close();
  });

  it("leads a creator to the dashboard", async () => {
    const page = await given.openPhone();
    await page.goto("/signup");
    await page.getByRole("radio", { name: /Creator/ }).check({ force: true });
    await signUpWith(page, addressOf("maker"), "Start Creating");
    await enterCode(page, await mailedCode(page, addressOf("maker")));
    await page.waitForURL("**/creator-dashboard");
    await page.context().close();
  });

  it("gives no session to a phone that only has the code, and leads both to the log-in with the email", async () => {
    const [laptop, phone] = [await given.openPhone(), await given.openPhone()];
    await laptop.goto("/signup?next=%2Fearnings");
    await signUpWith(laptop, addressOf("two"));
    const code = await mailedCode(laptop, addressOf("two"));
    await phone.goto("/verify-otp");
    await phone.getByLabel("Email").fill(addressOf("two"));
    await phone.getByLabel("Email").press("Enter");
    await enterCode(phone, code);
    await enterCodeAfter(phone, laptop, code);
    for (const page of [phone, laptop]) {
      await page.getByText("Your email is verified. You can log in now.").waitFor();
      await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(addressOf("two"));
      expect(await isLoggedIn(page)).toBe(false);
    }
    expect(placeOf(laptop)).toBe("/login?next=%2Fearnings");
    await laptop.getByLabel("Password", { exact: true }).fill("Ìlú-àyàn-2026!");
    await laptop.getByRole("button", { name: "Login" }).click();
    await laptop.waitForURL("**/earnings");
    for (const page of [phone, laptop]) await page.context().close();
  });

  it("leads another tab of the same browser on, too", async () => {
    const page = await given.openPhone();
    await page.goto("/signup");
    await signUpWith(page, addressOf("tabs"));
    const code = await mailedCode(page, addressOf("tabs"));
    const other = await page.context().newPage();
    await other.goto("/verify-otp");
    await other.getByLabel("Verification code").waitFor();
    await enterCode(page, code);
    for (const tab of [page, other]) await tab.waitForURL((url) => url.pathname === "/");
    await page.context().close();
  });

  it("goes on once the network is back", async () => {
    const page = await given.openPhone(given.network.url);
    await page.goto("/signup");
    await signUpWith(page, addressOf("cut"));
    const code = await mailedCode(page, addressOf("cut"));
    given.network.take();
    await enterCode(page, code);
    await page.getByText("Verification failed").waitFor();
    await page.getByText("Orin could not be reached; your code may not have been checked. Try it again.").waitFor();
    given.network.give();
    await enterCode(page, code);
    await page.waitForURL((url) => url.pathname === "/");
    await expect.poll(() => isLoggedIn(page)).toBe(true);
    await page.context().close();
  });
});

/** The second of two devices enters the code when the first is through. */
async function enterCodeAfter(first: Page, second: Page, code: string): Promise<void> {
  await first.waitForURL("**/login");
  await enterCode(second, code);
  await second.waitForURL("**/login?*");
}
