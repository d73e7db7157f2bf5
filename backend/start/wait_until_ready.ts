import { existsSync } from "node:fs";

const LOOK_MS = 200;
/** The proxy looks each second: it has seen the process, too, before the next one stops. */
const SEEN_MS = 2_000;

/**
 * What the systemd units run after a start, so that `systemctl restart` ends when the next process may restart:
 * `wait_until_ready.ts <port>`. Ends with 1 as soon as the process of MAINPID is gone: systemd starts it again then.
 */
if (import.meta.main) {
  const address = `http://127.0.0.1:${Deno.args[0]}/readyz`;
  const service = `/proc/${Deno.env.get("MAINPID")}`;
  while (!await isReady(address)) {
    if (!existsSync(service)) Deno.exit(1);
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
  await new Promise((later) => setTimeout(later, SEEN_MS));
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}
