import { TEST_KEYS } from "../../backend/testing/store.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { ONE_SHARD } from "../../backend/store/log/shard.ts";
import { PersonalData } from "../../backend/store/personal/personal_data.ts";
import { openStore } from "../parts/database.ts";

/** The store of a process that only answers requests (`ORIN_ROLE=api`), and gets none; it says when it is ready. */
if (import.meta.main) {
  const [url = ""] = Deno.args;
  const projections = projectionsWith(new PersonalData(TEST_KEYS));
  const store = openStore(url, projections, { epochs: [ONE_SHARD], watch: true, follow: false });
  await store.sql`select from shard_logs`;
  console.log("ready");
}
