import { fileURLToPath } from "node:url";

/**
 * The command that starts the decoding process with nothing it can do without: its own work directory, the two native
 * addons, an (all but) empty environment and, where the kernel allows it, no network at all. Deno's permissions
 * bind only its JavaScript, so FFmpeg is held by the separate process, the empty network and its own white lists.
 */
export async function sandboxedWorker(workDir: string, addons: readonly string[]): Promise<Deno.Command> {
  const withoutNetwork = await networklessPrefix();
  const [program = Deno.execPath(), ...rest] = [...withoutNetwork, Deno.execPath()];
  return new Deno.Command(program, {
    args: [...rest, "run", ...denoFlags(workDir, addons), fileURLToPath(new URL("./worker.ts", import.meta.url))],
    cwd: workDir,
    clearEnv: true,
    env: denoDirectory(),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  });
}

function denoFlags(workDir: string, addons: readonly string[]): string[] {
  return [
    "--quiet",
    "--no-prompt",
    "--no-lock",
    "--cached-only",
    // Uses node_modules unchanged: none of our processes may start an installation.
    "--node-modules-dir=manual",
    `--allow-ffi=${addons.join(",")}`,
    // sharp looks into ldd to tell glibc from musl, and asks for the processors.
    `--allow-read=${workDir},/usr/bin/ldd`,
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
