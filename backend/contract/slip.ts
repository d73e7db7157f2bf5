/** Whether `word` begins with `typed` but for a slip: a letter wrong, missing, too many or swapped; two in long words. */
export function isSlipOf(typed: string, word: string): boolean {
  const [one, two] = [Array.from(typed), Array.from(word)];
  const most = one.length < 6 ? 1 : 2;
  let before: number[] = [];
  let last = [...two.keys(), two.length];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= two.length; column++) {
      const isSame = one[row - 1] === two[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === two[column - 2] && one[row - 2] === two[column - 1];
      next.push(Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      ));
    }
    [before, last] = [last, next];
  }
  // The least of the last row: what comes behind the typed letters is still to be typed.
  return Math.min(...last) <= most;
}
