import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { type AccountScreens, openAccountScreens } from "./given_account_screens.ts";
import { waitForWorker } from "./given_listener.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { enterCode, mailedCode, signUpWith } from "./given_signup.ts";

let given: AccountScreens;
beforeAll(async () => {
  given = await openAccountScreens();
});
afterAll(() => given?.[Symbol.asyncDispose]());

/** Addresses of its own in each run of a test. */
let run = 0;
const addressOf = (name: string) => `${name}-${run}@orin.example`;
beforeEach(() => {
  run++;
  given.network.give();
});

describe("failures on a bad network", () => {
  it.each(
    [
      ["/login", "Login", "Invalid credentials", "Orin could not be reached; your password was not checked."],
      ["/forgot-psw", "Send reset link", "Failed to send OTP", /^Orin could not be reached; the mail may not be/],
      [
        "/reset-psw?email=ada%40orin.example",
        "Reset Password",
        "Failed to reset password",
        /^Orin could not be reached; your password may not be changed yet/,
      ],
    ] as const,
  )("on %s are said with the documented text first", async (path, button, text, meaning) => {
    const page = await given.openPhone(given.network.url);
    await page.goto(path);
    await page.getByRole("button", { name: button }).waitFor();
    await waitForWorker(page);
    const fields = { Email: "ada@orin.example", Password: "Ada-2026!", Code: "12345" };
    for (
      const [label, value] of Object.entries({
        ...fields,
        "New password": "Ada-2026!",
        "Confirm password": "Ada-2026!",
      })
    ) {
      const field = page.getByLabel(label, { exact: true });
      if (await field.count() > 0 && await field.isEditable()) await field.fill(value);
    }
    given.network.take();
    await page.getByRole("button", { name: button }).click();
    const [said, meant] = [page.getByText(text, { exact: true }), page.getByText(meaning)];
    await meant.waitFor();
    await meant.scrollIntoViewIfNeeded();
    for (const one of [said, meant]) {
      await expect.poll(() => one.boundingBox()).toMatchObject({ width: expect.any(Number) });
    }
    const isAbove = async () => ((await said.boundingBox())?.y ?? 0) < ((await meant.boundingBox())?.y ?? 0);
    await expect.poll(isAbove).toBe(true);
    given.network.give();
    await page.context().close();
  });

  it("leave the code that came first good while the second mail is late, and no red text beside the resend", async () => {
    const page = await given.openPhone();
    await page.clock.install();
    await page.goto("/signup");
    await signUpWith(page, addressOf("late"));
    const first = await mailedCode(page, addressOf("late"));
    await enterCode(page, first === "00000" ? "11111" : "00000");
    await page.getByText("Invalid verification code").waitFor();
    await page.clock.fastForward(31_000);
    await page.getByRole("button", { name: "Resend code" }).click();
    await page.getByText("A new code is on its way.").waitFor();
    await expect.poll(() => page.getByText("Invalid verification code").count()).toBe(0);
    await enterCode(page, first);
    await page.waitForURL((url) => url.pathname === "/");
    await page.context().close();
  });
});

describe("a new password", () => {
  it("after a reset is told once, then the log-in has the email and the service's words", async () => {
    const { email } = await givePerson(given.world, `Reset-${newId()}`, "listener");
    const page = await given.openPhone();
    await page.goto("/forgot-psw");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.getByRole("link", { name: "Enter code" }).click();
    await page.getByLabel("Code", { exact: true }).fill(await mailedCode(page, email));
    await page.getByLabel("New password").fill("P@ssw0rd");
    await page.getByText("This password is too common: please choose another").waitFor();
    await page.getByLabel("New password").fill("Own-Word-2026!");
    await page.getByLabel("Confirm password").fill("Own-Word-2026!");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.getByRole("heading", { name: "Password reset successful" }).waitFor();
    await expect.poll(() => page.getByText("Password reset successfully").count()).toBe(0);
    await page.waitForURL("**/login");
    await page.getByText("Password reset successfully").waitFor();
    await expect.poll(() => page.getByText("Password reset successful", { exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await page.context().close();
  });
});

describe("a creator's email", () => {
  it("is changed from their settings in the field that has the focus, and they come back", async () => {
    const creator = await givePerson(given.world, `Moving-${newId()}`, "creator");
    const page = await given.openPhone();
    await page.goto("/terms");
    await page.evaluate(keepSession, await logInAt(given.server.url, creator));
    await page.goto("/cs-settings");
    await page.getByRole("link", { name: "Change it in your account settings" }).click();
    const field = page.getByLabel("New email");
    await field.waitFor();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => {
      const { y, height } = await field.boundingBox() ?? { y: NaN, height: NaN };
      return [y > 0, y + height < 740];
    }).toEqual([true, true]);
    const email = `moved-${newId()}@orin.example`;
    await field.fill(email);
    await page.getByLabel("Current password").first().fill(creator.password);
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("Code", { exact: true }).pressSequentially(await mailedCode(page, email));
    await page.waitForURL("**/cs-settings");
    await expect.poll(() => page.getByLabel("E-mail", { exact: true }).inputValue()).toBe(email);
    await page.context().close();
  });
});
