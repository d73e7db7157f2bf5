import { FrontDoor } from "../start/set_up/front_door.ts";
import { SetUp } from "../start/set_up/progress.ts";
import { createLog } from "../start/log_lines.ts";
import { runService } from "../start/run_service.ts";
import { installForStart } from "./install.ts";

/**
 * `npm start`, once there is Deno: answers at the port how far the start is, installs what is missing, and runs the
 * service, which takes the port over. It loads no package. That two
 * processes listen at one port is what Deno calls unstable.
 */
if (import.meta.main) {
  const log = createLog({ json: false, level: "info" });
  const setUp = new SetUp(["packages", "database", "app", "demo"]);
  const door = doorOf(setUp);
  const code = await installForStart({ log, onShare: (share) => setUp.reach("packages", share) });
  if (code !== 0) Deno.exit(code);
  setUp.reach("packages");
  Deno.exit(await runBehind(door, ["-A", "--node-modules-dir=manual", "backend/main.ts"]));
}

/** Runs the service, which listens beside the door before the door closes: no request in between is refused. */
export function runBehind(door: FrontDoor | undefined, args: readonly string[]): Promise<number> {
  Deno.addSignalListener("SIGUSR2", () => void door?.close());
  const behind = door ? ["--behind-first-start"] : [];
  return runService(["--unstable-net", ...args, ...behind], { interrupt: "SIGINT" });
}

/** Undefined where the settings are wrong: the service says which. */
function doorOf(setUp: SetUp): FrontDoor | undefined {
  try {
    const port = Number(Deno.env.get("PORT") || 8000);
    if (!(port > 0)) return undefined;
    const door = new FrontDoor({ hostname: Deno.env.get("HOST") || "0.0.0.0", port, reusePort: true }, setUp);
    door.listen();
    return door;
  } catch {
    return undefined;
  }
}
