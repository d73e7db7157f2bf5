import { fileURLToPath } from "node:url";

/** Where the libraries of the decoding process are. */
interface Folders {
  readonly native: readonly string[];
  readonly wasm: readonly string[];
}

/**
 * The command that starts the decoding process with nothing it can do without: its own work directory, the two
 * libraries, an (all but) empty environment and, where the kernel allows it, no network at all. FFmpeg is WebAssembly:
 * it reaches its own memory alone, whatever is wrong in it. libvips is native, and Deno's permissions bind only
 * JavaScript: the separate process and the empty network hold it.
 */
export async function sandboxedWorker(workDir: string, folders: Folders): Promise<Deno.Command> {
  const withoutNetwork = await networklessPrefix();
  const [program = Deno.execPath(), ...rest] = [...withoutNetwork, Deno.execPath()];
  return new Deno.Command(program, {
    args: [...rest, "run", ...denoFlags(workDir, folders), fileURLToPath(new URL("./worker.ts", import.meta.url))],
    cwd: workDir,
    clearEnv: true,
    env: denoDirectory(),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  });
}

function denoFlags(workDir: string, { native, wasm }: Folders): string[] {
  return [
    "--quiet",
    "--no-prompt",
    "--no-lock",
    "--cached-only",
    // Uses node_modules unchanged: none of our processes may start an installation.
    "--node-modules-dir=manual",
    // Without a list the flag would allow every library.
    ...native.length > 0 ? [`--allow-ffi=${native.join(",")}`] : [],
    // sharp looks into ldd to tell glibc from musl, and asks for the processors.
    `--allow-read=${[workDir, "/usr/bin/ldd", ...wasm].join(",")}`,
    `--allow-write=${workDir}`,
    "--allow-sys=cpus,setPriority",
    // There is nothing in it but the directory of Deno's cache; the addons ask whether they are being developed.
    "--allow-env",
    "--v8-flags=--max-old-space-size=512",
  ];
}

/** Deno keeps compiled sources there; without it the first job would compile them again. */
function denoDirectory(): Record<string, string> {
  const names = ["DENO_DIR", "HOME", "LOCALAPPDATA"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

let networkless: Promise<string[]> | undefined;

/**
 * An own empty network namespace: given to every user on most kernels, refused inside some containers. Root stays
 * itself, because in a user namespace it could no longer write to other people's directories.
 */
function networklessPrefix(): Promise<string[]> {
  const prefix = ["unshare", ...Deno.uid() === 0 ? [] : ["--map-root-user"], "--net", "--"];
  networkless ??= succeeds([...prefix, "true"]).then((works) => works ? prefix : []);
  return networkless;
}

async function succeeds([program = "", ...args]: string[]): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  try {
    const { success } = await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output();
    return success;
  } catch {
    return false;
  }
}
