import { createHash } from "node:crypto";
import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");

/** Where a build says what it does, a line at a time. */
export type Log = (line: string) => void;

/** What a build is made of: files and folders, without what does not change its result. */
interface Sources {
  readonly sources: readonly string[];
  readonly without: RegExp;
}

/** One hash over the names and contents of files. */
export function hashFiles(root: string, { sources, without }: Sources): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of isFile(join(root, source)) ? [""] : filesIn(join(root, source))) {
      const path = join(source, file);
      if (without.test(path)) continue;
      hash.update(`${path}\0`).update(Deno.readFileSync(join(root, path)));
    }
  }
  return hash.digest("hex");
}

/** Two starts in one checkout build one after the other; the second finds the work done. */
export async function lockBuild(name: string, log: Log): Promise<Deno.FsFile> {
  const file = await Deno.open(join(ROOT, `node_modules/.orin-${name}.lock`), { create: true, write: true });
  if (await file.tryLock(true)) return file;
  log("Waiting for another build to finish");
  await file.lock(true);
  return file;
}

/** The paths of all files in a folder, relative to it, in order; none where it is missing. */
export function filesIn(dir: string, prefix = ""): string[] {
  const entries = readDirIfThere(dir).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(({ name, isDirectory }) =>
    isDirectory && name !== "node_modules" ? filesIn(join(dir, name), join(prefix, name)) : [join(prefix, name)]
  );
}

/** A file's text; undefined where it is missing. */
export function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

/** Throws every error but that a file is missing. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

function readDirIfThere(dir: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(dir)];
  } catch (error) {
    ignoreMissing(error);
    return [];
  }
}

function isFile(path: string): boolean {
  return Deno.statSync(path).isFile;
}
