import type { Locator, Page } from "playwright-core";

/** Approves a request on the screen: in the dialog, or in its case file where that is open or has to be seen first. */
export async function approvePayment(page: Page, name: string, row: Page | Locator = page): Promise<void> {
  const asks = page.getByRole("dialog", { name: "Approve this payment?" });
  const caseFile = page.getByRole("region", { name: `Case file of ${name}` });
  if (!await caseFile.isVisible()) await row.getByRole("button", { name: `Auto-Approve: ${name}` }).click();
  // The dialog lies over a case file that is open, too.
  await asks.or(caseFile).getByRole("button", { name: "Approve payment" }).last().click();
}
