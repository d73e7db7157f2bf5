import { rewrapAll } from "../store/personal/rewrap.ts";
import { runTool } from "./tool.ts";

/** `deno task rewrap`: wraps every key with the newest secret of ORIN_SECRETS, so that the older ones may go. */
if (import.meta.main) {
  await runTool({}, async ({ sql, keys }) => {
    const { persons, installation } = await rewrapAll(sql, keys, (done) => console.error(`  ${done} people's keys`));
    console.log(
      `${persons} people's keys and ${installation} of the installation's are wrapped anew, with the secret ` +
        `${keys.newest.kid}. No row needs an older secret`,
    );
  });
}
