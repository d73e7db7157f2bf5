import { rehearse } from "./rehearsal.ts";

/** `deno task proofs rehearse`: loses a database and restores it, on a service of its own; ends with 1 where something is missing. */
if (import.meta.main) {
  const { cameBack, atMoment, payoutsPaused, resumed, verified, refused } = await rehearse((line) => console.log(line));
  const seen: [string, boolean][] = [
    ["What was committed before the base came back", cameBack.beforeBase],
    ["What was committed before the last save came back", cameBack.inLog],
    ["What was committed after it is lost", !cameBack.afterLastSave],
    ["A restore to a moment has what was before it, and nothing of later", atMoment.beforeBase && !atMoment.inLog],
    ["Payouts wait after the restore", payoutsPaused],
    ["One owner cannot resume them, two can", !resumed.byOne && resumed.byTwo],
    ["The whole store verifies", verified],
    ["A changed backup is refused", /was changed or cut short/.test(refused.changed)],
    ["A folder with a database in it is refused", /is not empty/.test(refused.full)],
    ["A moment after the last save is refused", /The backups end at/.test(refused.tooLate)],
  ];
  for (const [what, isSo] of seen) console.log(`${isSo ? "yes" : "NO "}  ${what}`);
  const missed = seen.filter(([, isSo]) => !isSo).length;
  console.log(`${seen.length - missed} of ${seen.length} are as promised`);
  if (missed > 0) Deno.exitCode = 1;
}
