import type { Page } from "playwright-core";
import { waitFor } from "../../backend/testing/wait.ts";

const PASSWORD = "Ìlú-àyàn-2026!";

/** Fills the form of /signup, which is open, and sends it; on to the code. */
export async function signUpWith(page: Page, email: string, start = "Start Listening"): Promise<void> {
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  await fill({ "First name": "Ada", "Last name": "Obi", Email: email, Password: PASSWORD });
  const next = page.getByRole("button", { name: "Continue", exact: true });
  // A phone asks in two steps.
  if (await next.isVisible()) await next.click();
  await fill({ Phone: "08031234567", Address: "1 Marina, Lagos" });
  await page.getByRole("button", { name: start }).click();
  await page.getByLabel("Verification code").waitFor();
}

/** The newest code that was mailed to an address, and is none of `than`. */
export async function mailedCode(page: Page, email: string, than: readonly string[] = []): Promise<string> {
  return await waitFor(`a code mailed to ${email}`, async () => {
    const mails: { to: string; code?: string }[] = await (await page.request.get("/dev/mail.json")).json();
    const code = mails.find((mail) => mail.to === email)?.code;
    return code !== undefined && !than.includes(code) && code;
  });
}

/** Types a code on /verify-otp and sends it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Verification code").pressSequentially(code);
  await page.getByRole("button", { name: "Verify" }).click();
}
