import { measureTransfers } from "../ledger/verify.ts";
import { readChainHeads, sealBlocks } from "../store/chain/chain.ts";
import { runTool } from "./tool.ts";

/**
 * `deno task heads`: the newest block of each log as JSON, to be kept where the database's owner cannot write. Seals
 * first what is still open, so that the heads speak of everything stored.
 */
if (import.meta.main) {
  await runTool({}, async ({ sql }) => {
    while (await sealBlocks(sql, { measure: measureTransfers, all: true }) > 0);
    console.log(JSON.stringify(await readChainHeads(sql), null, 2));
  });
}
