import { readChainHeads } from "../store/chain.ts";
import { runTool } from "./tool.ts";

/** `deno task heads`: the newest block of each log as JSON, to be kept where the database's owner cannot write. */
if (import.meta.main) {
  await runTool({}, async ({ sql }) => console.log(JSON.stringify(await readChainHeads(sql), null, 2)));
}
