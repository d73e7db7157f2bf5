import { join } from "node:path";
import { buildAnswersIfChanged } from "../start/build_answers.ts";
import { runUntilStopped } from "../start/lifecycle.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const SERVICE_SOURCES = ["backend", "projections", "migrations"];
/** Editors write a file in several steps. */
const SETTLE_MS = 200;
const PAGE = "http://localhost:5173";

/** `deno task dev`: the service, restarted when its sources change, and Vite's dev server with reload before it. */
if (import.meta.main) {
  // Beside the service: only the page for developers needs it, which else shows the answers of the last build.
  buildAnswersIfChanged(console.log).catch(console.error);
  let service = startService();
  const vite = start(["node_modules/vite/bin/vite.js", "pwa", "--port", "5173", "--strictPort"]);
  const watcher = watchSources(async () => {
    console.log("dev: sources changed, starting the service again");
    await end(service);
    service = startService();
  });
  console.log(`dev: open ${PAGE}`);
  await runUntilStopped({
    stop: async () => {
      watcher.close();
      await Promise.all([end(service), end(vite)]);
    },
    log: console.log,
  });
}

/** `--dev` leaves out the build of the PWA, which Vite serves here. */
function startService(): Deno.ChildProcess {
  return start(["backend/main.ts", "--dev"], { PUBLIC_URL: Deno.env.get("PUBLIC_URL") ?? PAGE });
}

/** In sessions of their own: on Ctrl-C they are ended here, in order, and once. */
function start(args: string[], env: Record<string, string> = {}): Deno.ChildProcess {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...args],
    cwd: ROOT,
    env,
    stdin: "null",
    detached: true,
  });
  return command.spawn();
}

async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGTERM");
  } catch {
    // It has ended by itself, e.g. because a source file does not parse.
  }
  await child.status;
}

function watchSources(onChange: () => Promise<void>): Deno.FsWatcher {
  const watcher = Deno.watchFs(SERVICE_SOURCES.map((folder) => join(ROOT, folder)));
  follow(watcher, onChange);
  return watcher;
}

async function follow(watcher: Deno.FsWatcher, onChange: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restart = Promise.resolve();
  for await (const { kind, paths } of watcher) {
    const matters = kind !== "access" && paths.some((path) => /\.(ts|sql)$/.test(path) && !path.endsWith("_test.ts"));
    if (!matters) continue;
    clearTimeout(timer);
    timer = setTimeout(() => restart = restart.then(onChange), SETTLE_MS);
  }
}
