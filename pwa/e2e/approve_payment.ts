import type { Locator, Page } from "playwright-core";

/** Approves a request on the screen, having opened its case file where that is needed first. */
export async function approvePayment(page: Page, name: string, row: Page | Locator = page): Promise<void> {
  const button = row.getByRole("button", { name: `Auto-Approve: ${name}` });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Approve this payment?" });
  const open = dialog.getByRole("button", { name: "Open case file" });
  const confirm = dialog.getByRole("button", { name: "Approve payment" });
  await open.or(confirm).waitFor();
  if (await open.isVisible()) {
    await open.click();
    await page.getByRole("region", { name: `Case file of ${name}` }).getByText("This version is stored").waitFor();
    await button.click();
  }
  await confirm.click();
}
