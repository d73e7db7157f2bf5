import { createFiles } from "./mod.ts";
import type { Files } from "./types.ts";
import { textOf } from "./test_bodies.ts";
import { startTestS3Server } from "./test_s3_server.ts";

export type TestStore = AsyncDisposable & { files: Files };

/** An empty store of one kind; what it keeps goes when it is disposed. */
export async function openTestStore(kind: "disk" | "s3"): Promise<TestStore> {
  if (kind === "s3") {
    const server = await startTestS3Server();
    return { files: createFiles(server.config), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }
  const directory = await Deno.makeTempDir({ prefix: "orin_files_" });
  return {
    files: createFiles({ kind, directory }),
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** The text of a file. */
export async function read(files: Files, key: string): Promise<string> {
  return await textOf((await files.get(key))?.body);
}

/** The keys that begin with the prefix, sorted. */
export async function keysOf(files: Files, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(files.list(prefix), (file) => file.key)).sort();
}
