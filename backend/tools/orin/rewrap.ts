import { rewrapAll } from "../../store/personal/rewrap.ts";
import { openTool } from "./tool.ts";

/** `orin rewrap`: wraps every key with the newest secret of ORIN_SECRETS, so that the older ones may go. */
export async function rewrapKeys(): Promise<void> {
  await using tool = await openTool();
  const { sql, keys } = tool;
  const { persons, installation } = await rewrapAll(sql, keys, (done) => console.error(`  ${done} people's keys`));
  console.log(
    `${persons} people's keys and ${installation} of the installation's are wrapped anew, with the secret ` +
      `${keys.newest.kid}. No row needs an older secret`,
  );
}
