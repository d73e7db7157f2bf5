/**
 * Waits for all, even if one fails, so that no query of a transaction is still under way when it ends. Throws the first
 * failure in the order of the list: on one connection it causes those behind it.
 */
export async function allSettled<Values extends readonly unknown[]>(
  values: [...Values],
): Promise<{ -readonly [Key in keyof Values]: Awaited<Values[Key]> }> {
  const settled = await Promise.allSettled(values);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return await Promise.all(values);
}

/** Works on the items, so many side by side, and waits for all that has begun; answers in the order of the items. */
export async function inTurns<Item, Answer>(
  items: readonly Item[],
  { atOnce }: { readonly atOnce: number },
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = items.entries();
  await allSettled(Array.from({ length: atOnce }, async () => {
    for (const [index, item] of waiting) answers[index] = await work(item);
  }));
  return answers;
}
