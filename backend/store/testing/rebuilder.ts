import { rebuild } from "../projections/rebuild.ts";
import { wordsProjection } from "./words.ts";

/** A process of its own that builds `words` in small steps until it is killed: `deno run rebuilder.ts <url>`. */
if (import.meta.main) {
  const [ownerUrl = ""] = Deno.args;
  const projection = wordsProjection();
  const slow = {
    ...projection,
    apply: async (...args: Parameters<typeof projection.apply>) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await projection.apply(...args);
    },
  };
  await rebuild({ ownerUrl, projection: slow, batch: 10, progress: ({ done }) => console.log(done) });
}
