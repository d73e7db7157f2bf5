import { join } from "node:path";

const SIZE_MB = 256;
/** What a thousand events and their indexes may take besides. */
const MB_PER_THOUSAND = 2;

/** A small file system that can be filled up, for the database's tables. */
export interface SmallDisk extends AsyncDisposable {
  readonly directory: string;
  /** Leaves no byte for so many ms, or until something has happened. */
  fill(until: number | Promise<unknown>): Promise<void>;
}

/**
 * Needs root and the right to mount; undefined where that is not given. `owner` is the user of Postgres, `events` how many
 * there is room for besides the writers'.
 */
export async function openSmallDisk(
  parent: string,
  { owner, events }: { owner: { uid: number; gid: number }; events: number },
): Promise<SmallDisk | undefined> {
  const sizeMb = SIZE_MB + Math.ceil(events / 1_000) * MB_PER_THOUSAND;
  const mountPoint = join(parent, "small_disk");
  await Deno.mkdir(mountPoint);
  if (!await run("mount", "-t", "tmpfs", "-o", `size=${sizeMb}m,mode=0711`, "tmpfs", mountPoint)) return undefined;
  const directory = join(mountPoint, "tables");
  await Deno.mkdir(directory, { mode: 0o700 });
  await Deno.chown(directory, owner.uid, owner.gid);
  const ballast = join(mountPoint, "ballast");
  return {
    directory,
    async fill(until) {
      try {
        await Deno.writeFile(ballast, new Uint8Array(sizeMb * 1_048_576));
      } catch {
        // That is the point: what fitted is there.
      }
      await (typeof until === "number" ? new Promise((resolve) => setTimeout(resolve, until)) : until);
      await Deno.remove(ballast);
    },
    async [Symbol.asyncDispose]() {
      await run("umount", mountPoint);
    },
  };
}

async function run(program: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}
