import { createFiles } from "../adapters/files/mod.ts";
import { archiveDue } from "../store/archive/archive.ts";

/**
 * A process of its own that archives what is due, and waits for ever before the step of a number:
 * `deno run archiver.ts <owner url> <folder> <step>`. It prints each step.
 */
if (import.meta.main) {
  const [ownerUrl = "", directory = "", stopAt = ""] = Deno.args;
  let steps = 0;
  await archiveDue({
    ...{ ownerUrl, afterDays: 0, sparse: ["play/"], now: () => Date.now() + 1_000 },
    files: createFiles({ kind: "disk", directory }),
    async step(step) {
      console.log(step);
      if (steps++ === Number(stopAt)) await new Promise(() => setInterval(() => {}, 1_000));
    },
  });
  console.log("done");
}
