import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { letAllCalls, letCall } from "./given_answers.ts";
import { holdTime, letPass } from "./given_time.ts";
import { givePerson } from "./given_people.ts";
import { openStage, type Stage } from "./e2e_server.ts";
import { seeTexts, seeThat } from "./see.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

it("the log-in with its refusals", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  await page.goto("/login");
  await seeTexts(page, "1 §2.2", ["Login", "Login with Google"]);
  await seeThat("1 §2.2", "Email and password", page.getByLabel("Email", { exact: true }));
  await seeThat("1 §2.2", "Show and hide the password", page.getByRole("button", { name: /show password/i }));
  await seeThat("1 §2.2", "A remember-me checkbox", page.getByText("Remember me"));
  await seeThat("1 §2.2", "A link to /forgot-psw", page.locator("a[href='/forgot-psw']"));
  await seeThat("1 §2.2", "A link to /signup", page.locator("a[href^='/signup']"));
  await press(page, "Login");
  await seeTexts(page, "1 §5", ["Please fill in all fields"]);
  await fill(page, "Email", "nobody@orin.example");
  await fill(page, "Password", "not this one");
  await letCall(page, "POST /api/auth/login", "no words");
  await press(page, "Login");
  await seeTexts(page, "1 §8", ["wrong password or wrong username"]);
  await letCall(page, "POST /api/auth/login", "no answer");
  await press(page, "Login");
  await seeTexts(page, "1 §8", ["Invalid credentials"]);
  await letCall(page, "POST /api/auth/login", "never");
  await press(page, "Login");
  await seeTexts(page, "1 §2.2", ["Logging in..."]);
});

it("Google's button with its failures", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  stage.issuer.credential = await stage.issuer.sign({ sub: "seen", email: "seen@gmail.com", name: "Ada Obi" });
  await page.goto("/login");
  await press(page, "Login with Google");
  await letCall(page, "POST /api/auth/googleAuth", "no words");
  const popup = page.getByRole("button", { name: /^Continue as/ });
  await seeThat("1 §2.2", "Google's own button after the press", popup);
  await popup.click();
  await seeTexts(page, "1 §8", ["Google authentication failed"]);
  await letCall(page, "POST /api/auth/googleAuth", "no answer");
  await popup.click();
  await seeTexts(page, "1 §8", ["Could not login with Google"]);
});

it("signing up with its refusals", async () => {
  const taken = await givePerson(stage.test.world, "Taken", "listener");
  await using visit = await stage.visit();
  const { page } = visit;
  await page.goto("/signup");
  await seeTexts(page, "1 §2.3", ["Minimum length is 8 characters."]);
  await seeThat("1 §9", "A password has at least 8 characters", page.getByText("Minimum length is 8 characters."));
  await seeThat("1 §2.3", "A link to /login", page.locator("a[href='/login']"));
  for (const label of ["First name", "Last name", "Phone", "Address"]) await fill(page, label, "Ada 1234567");
  await fill(page, "Phone", "08031234567");
  await fill(page, "Email", taken.email);
  await fill(page, "Password", "Ìlú-àyàn-2026!");
  // A phone asks in two steps: the second has the button that sends.
  await seeTexts({ where: page, onPhone: () => press(page, "Continue") }, "1 §2.3", ["Start Listening"]);
  await seeThat("1 §2.3", "The Terms of Service and account-related emails", page.getByText(/account-related emails/));
  await page.getByText("Creator", { exact: true }).click();
  await seeTexts(page, "1 §2.3", ["Start Creating"]);
  await press(page, "Start Creating");
  await seeTexts(page, "1 §8", ["This email is already registered. Please sign in or use a different email."]);
  await fill(page, "Email", "fresh@orin.example");
  await letCall(page, "POST /api/auth/signup", "no words");
  await press(page, "Start Creating");
  await seeTexts(page, "1 §8", ["Failed to register"]);
  await letCall(page, "POST /api/auth/signup", "no answer");
  await press(page, "Start Creating");
  await seeTexts(page, "1 §8", ["An error occurred during registration"]);
  await letCall(page, "POST /api/auth/signup", "never");
  await press(page, "Start Creating");
  await seeTexts(page, "1 §2.3", ["Processing..."]);
});

it("the code from the mail with its refusals", async () => {
  await using visit = await stage.visit(undefined, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  const { page } = visit;
  await page.goto("/verify-otp");
  await page.clock.install();
  await fill(page, "Email", "adaeze@orin.example");
  await page.getByRole("main").getByRole("button").last().click();
  await seeTexts(page, "1 §2.4", ["Back to login", "Contact support"]);
  await seeThat("1 §2.4", "The email is shown masked", page.getByText("ad•••@orin.example"));
  await seeThat(
    "1 §2.4",
    "A countdown before another code",
    page.getByRole("button", { name: /Resend code in \d+ s/ }),
  );
  await seeThat("1 §9", "An OTP has 5 digits", page.getByText(/five.digit/));
  const code = page.getByLabel("Verification code");
  await letCall(page, "POST /api/auth/verify-otp", "no words");
  await page.evaluate(() => navigator.clipboard.writeText("123 45"));
  await code.press("Control+V");
  await expect.poll(() => code.inputValue()).toBe("12345");
  const verify = page.getByRole("button", { name: "Verify", exact: true, disabled: false });
  await seeThat("1 §2.4", "Pasted digits fill the boxes", verify);
  await press(page, "Verify");
  await seeTexts(page, "1 §8", ["Invalid verification code"]);
  await letCall(page, "POST /api/auth/verify-otp", "no answer");
  await code.pressSequentially("12345");
  await press(page, "Verify");
  await seeTexts(page, "1 §8", ["Verification failed"]);
  for (const [fate, end] of [["no words", "first"], ["no answer", "second"]] as const) {
    await letCall(page, "POST /api/auth/resend-otp", fate);
    await page.clock.fastForward(31_000);
    await seeThat(
      "1 §9",
      "Another code can be asked for after 30 seconds",
      page.getByRole("button", { name: "Resend code", exact: true }),
    );
    await press(page, "Resend code");
    if (end === "first") await seeTexts(page, "1 §8", ["Failed to resend OTP"]);
    else await seeTexts(page, "1 §8", ["Error resending verification code"]);
  }
});

it("a forgotten password", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  await page.goto("/forgot-psw");
  await seeTexts(page, "1 §2.5", ["Send reset link"]);
  await fill(page, "Email", "no address");
  await press(page, "Send reset link");
  await seeTexts(page, "1 §5", ["Please enter a valid email address"]);
  await fill(page, "Email", "ada@orin.example");
  await letCall(page, "POST /api/auth/forgot-password", "no words");
  await press(page, "Send reset link");
  await seeTexts(page, "1 §8", ["Failed to send OTP"]);
  await letAllCalls(page);
  await press(page, "Send reset link");
  await seeTexts(page, "1 §2.5", ["Check your inbox", "Try a different email"]);
  await seeThat("1 §9", "A code to reset the password expires in 30 minutes", page.getByText(/expires in 30 minutes/));
});

it("a new password with its refusals, and back to the log-in", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  await holdTime(page);
  await page.goto("/reset-psw?email=ada@orin.example");
  await seeTexts(page, "1 §2.6", ["Password must have:", "Reset Password"]);
  await seeThat(
    "1 §5",
    "A new password has an uppercase and a lowercase letter, a number and a special character",
    page.getByText(/special character/),
  );
  await press(page, "Reset Password");
  await seeTexts(page, "1 §5", ["OTP is required", "Password is required", "Please confirm your password"]);
  await fill(page, "Code", "12345");
  await fill(page, "New password", "short");
  await fill(page, "Confirm password", "another");
  await press(page, "Reset Password");
  await seeTexts(page, "1 §5", ["Passwords do not match", "Password does not meet all requirements"]);
  await fill(page, "New password", "Ìlú-àyàn-2026!");
  await fill(page, "Confirm password", "Ìlú-àyàn-2026!");
  await letCall(page, "POST /api/auth/reset-password", "no words");
  await press(page, "Reset Password");
  await seeTexts(page, "1 §8", ["Failed to reset password"]);
  await letCall(page, "POST /api/auth/reset-password", { json: { message: "" } });
  await press(page, "Reset Password");
  await seeTexts(page, "1 §2.6", ["Password reset successful"]);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/reset-psw");
  await letPass(page, 2_000);
  await seeThat(
    "1 §9",
    "A successful reset leads to the log-in after 2 seconds",
    page.getByRole("button", { name: "Login", exact: true }),
  );
  // One success is told once: the service's words wait here.
  await seeTexts(page, "1 §8", ["Password reset successfully"]);
});
