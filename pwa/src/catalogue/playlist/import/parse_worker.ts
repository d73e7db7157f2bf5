/// <reference lib="webworker" />
import { MOST_BYTES, type Parsed, parseFile } from "./parse.ts";

declare const self: DedicatedWorkerGlobalScope;

/** Reads one file for `read_lists.ts`. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  self.postMessage(await read(file).catch(() => ({ problem: "This file could not be read." })));
};

async function read(file: File): Promise<Parsed> {
  // One byte more says that it is too large.
  return parseFile(file.name, new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer()));
}
