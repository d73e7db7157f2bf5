import type { Parsed } from "./parse.ts";

/** What the file picker offers, beside files of any name that some systems give no type. */
export const ENDINGS = ".csv,.tsv,.txt,.m3u,.m3u8,.pls,.xspf,.xml,.json";

/** Reads a file's lists beside the page, which a library of 10 MB would hold up for seconds. Rejects where no worker starts. */
export async function readLists(file: File): Promise<Parsed> {
  const worker = new Worker(new URL("./parse_worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Parsed>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
