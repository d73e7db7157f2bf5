import { join } from "node:path";
import { type Folder, openFolder } from "../parts/folder.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const CODE = ["backend", "projections", "migrations", "tools"];
const BESIDE = ["pwa", "node_modules", "deno.json", "deno.lock", "package.json"];

/** A checkout of the next version, in which these projections have changed: each is built anew by its first start. */
export async function openNewerVersion(projections: readonly string[]): Promise<Folder> {
  const folder = await openFolder("newer");
  for (const name of CODE) await copy(join(ROOT, name), join(folder.path, name));
  for (const name of BESIDE) await Deno.symlink(join(ROOT, name), join(folder.path, name));
  for (const name of projections) await raiseVersion(join(folder.path, "projections", `${name}.ts`));
  return folder;
}

async function raiseVersion(file: string): Promise<void> {
  const text = await Deno.readTextFile(file);
  const raised = text.replace(/^( {2}version: )(\d+),$/m, (_, before, version) => `${before}${Number(version) + 1},`);
  if (raised === text) throw new Error(`${file} has no version`);
  await Deno.writeTextFile(file, raised);
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}
