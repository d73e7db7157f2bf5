import { isPassing } from "../log/errors.ts";
import { waitShortly } from "../spread.ts";
import type { Transaction } from "../sql.ts";

const MOST_TRIES = 300;
const PAUSE_MS = 500;

/**
 * Changes tables inside a transaction. It waits in short tries for long reads of them (a verification, a bundle), so that
 * appends never queue behind it.
 */
export async function inShortTries(tx: Transaction, work: (tx: Transaction) => PromiseLike<unknown>): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await tx.savepoint(async (inner) => {
        await waitShortly(inner);
        await work(inner);
      });
      return;
    } catch (error) {
      if (!isPassing(error) || attempt >= MOST_TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
