import { Store } from "../store.ts";
import { slowWords } from "./words.ts";

/** A process of its own that only follows, until it is killed: `deno run follower.ts <url>`. */
if (import.meta.main) {
  const [url = ""] = Deno.args;
  const store = new Store({ url, projections: [slowWords], fingerprintKey: new Uint8Array(32) });
  await store.lag();
  console.log("ready");
}
