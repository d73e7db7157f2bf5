/** A request that wants one of the rows waits for one short transaction, not for the whole night. */
const MOST_ROWS = 2_000;

/** Deletes until a batch was not full. `batch` deletes at most so many rows and answers how many there were. */
export async function deleteInBatches(batch: (limit: number) => Promise<{ count: number }>): Promise<void> {
  while ((await batch(MOST_ROWS)).count === MOST_ROWS);
}
