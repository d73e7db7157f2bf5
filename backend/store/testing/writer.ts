import { newId } from "../../contract/ids.ts";
import { Store } from "../store.ts";

/**
 * A process of its own that appends until it is killed: `deno run writer.ts <url> <producers>`. Every append is sent
 * until it is acknowledged, with the id it was first given; each acknowledged id is printed on a line.
 */
if (import.meta.main) {
  const [url = "", producers = "1"] = Deno.args;
  const store = new Store({ url, projections: [], fingerprintKey: new Uint8Array(32), follow: false });
  await Promise.all(Array.from({ length: Number(producers) }, () => produce(store)));
}

async function produce(store: Store): Promise<never> {
  for (;;) {
    const eventId = newId();
    const event = { type: "Written", data: { by: Deno.pid }, eventId };
    for (let stored = false; !stored;) {
      try {
        await store.appendToStream("plays/0", `written/${eventId}`, [event], { metadata: { actor: "system:test" } });
        stored = true;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    console.log(eventId);
  }
}
