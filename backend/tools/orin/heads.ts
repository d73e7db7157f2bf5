import { measureTransfers } from "../../ledger/verify.ts";
import { readChainHeads, sealBlocks } from "../../store/chain/chain.ts";
import { openTool } from "./tool.ts";

/**
 * `orin heads`: the newest block of each log as JSON, to be kept where the database's owner cannot write. Seals first
 * what is still open, so that the heads speak of everything stored.
 */
export async function printHeads(): Promise<void> {
  await using tool = await openTool();
  while (await sealBlocks(tool.sql, { measure: measureTransfers, all: true }) > 0);
  console.log(JSON.stringify(await readChainHeads(tool.sql), null, 2));
}
