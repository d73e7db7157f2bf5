import { run } from "./run_command.ts";
import { StartError } from "./start_error.ts";

export type SystemUser = { uid: number; gid: number };

/** Finds the system's user postgres, and makes it where there is none. For root only. */
export async function ensurePostgresUser(log: (line: string) => void): Promise<SystemUser> {
  const existing = findUser("postgres");
  if (existing) return existing;
  log("Database: adding the system user postgres, because Postgres refuses to run as root");
  for (
    const [tool, args] of [["groupadd", ["-f", "-r", "postgres"]], ["useradd", [
      "-r",
      "-g",
      "postgres",
      "postgres",
    ]]] as const
  ) {
    const { ok, output } = await run(findTool(tool), [...args]);
    if (!ok) throw new StartError(`cannot add the system user postgres: ${tool}: ${output.trim()}; ${WAYS_OUT}`);
  }
  const added = findUser("postgres");
  if (!added) throw new StartError(`the system user postgres was added but is not in /etc/passwd; ${WAYS_OUT}`);
  return added;
}

const WAYS_OUT = "start Orin as an ordinary user, add the user postgres yourself, or set DATABASE_URL";

function findUser(name: string): SystemUser | undefined {
  const line = Deno.readTextFileSync("/etc/passwd").split("\n").find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function findTool(name: string): string {
  for (const dir of ["/usr/sbin", "/sbin", "/usr/bin", "/bin"]) {
    try {
      Deno.statSync(`${dir}/${name}`);
      return `${dir}/${name}`;
    } catch {
      // Looked for in the next folder.
    }
  }
  throw new StartError(`Postgres refuses to run as root and /usr/sbin/${name} is missing; ${WAYS_OUT}`);
}
