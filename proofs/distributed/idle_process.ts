import { projectionsWith } from "../../projections/mod.ts";
import { ONE_SHARD } from "../../backend/store/log/shard.ts";
import { PersonalData } from "../../backend/store/personal/personal_data.ts";
import { Store } from "../../backend/store/store.ts";
import { BENCH_KEYS } from "../bench/database.ts";

/** The store of a process that only answers requests (`ORIN_ROLE=api`), and gets none; it says when it is ready. */
if (import.meta.main) {
  const [url = ""] = Deno.args;
  const projections = projectionsWith(new PersonalData(BENCH_KEYS));
  const options = { url, projections, fingerprintKey: new Uint8Array(32), epochs: [ONE_SHARD] };
  const store = new Store({ ...options, watch: true, follow: false });
  await store.sql`select from shard_logs`;
  console.log("ready");
}
