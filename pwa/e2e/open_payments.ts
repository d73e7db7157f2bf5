import type { Page } from "playwright-core";

/** Opens a list of the payments: the pending ones are a tab, the others are behind More. */
export async function openPaymentsList(page: Page, name: RegExp): Promise<void> {
  if (name.source.startsWith("Pending")) return await page.getByRole("tab", { name }).click();
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name }).click();
  await page.getByRole("tab", { name, selected: true }).waitFor();
}
