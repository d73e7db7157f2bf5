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
