import { afterEach, beforeEach, expect, it } from "vitest";
import { freePort } from "../testing/server.ts";
import { eventually } from "../testing/wait.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = Deno.makeTempDirSync({ prefix: "orin-first-start-" });
});
afterEach(() => Deno.removeSync(dataDir, { recursive: true }));

it("the port answers without a break from the install to the app, and a Ctrl-C ends both processes", async () => {
  const port = freePort();
  const script = `
    import { FrontDoor } from "${new URL("../start/set_up/front_door.ts", import.meta.url)}";
    import { SetUp } from "${new URL("../start/set_up/progress.ts", import.meta.url)}";
    import { runBehind } from "${new URL("./first_start.ts", import.meta.url)}";
    const setUp = new SetUp(["packages", "database"]);
    const door = new FrontDoor({ hostname: "127.0.0.1", port: ${port}, reusePort: true }, setUp);
    door.listen();
    Deno.exit(await runBehind(door, ["-A", "backend/main.ts", "--dev"]));`;
  const env = { HOST: "127.0.0.1", PORT: String(port), ORIN_DATA_DIR: dataDir, ORIN_DEMO: "off" };
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", "--unstable-net", "--ext=ts", "-"],
    ...{ env, cwd: dataDir, stdin: "piped", stdout: "piped", stderr: "piped" },
  });
  const start = command.spawn();
  const input = start.stdin.getWriter();
  await input.write(new TextEncoder().encode(script));
  await input.close();
  const said = Promise.all([new Response(start.stdout).text(), new Response(start.stderr).text()]);
  const seen: string[] = [];
  await eventually("the app", async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    const text = await answer?.text();
    seen.push(answer?.ok ? "ready" : answer?.headers.get("retry-after") === "2" ? "set up" : text ?? "refused");
    return seen.at(-1);
  }).toBe("ready");
  const order = seen.filter((one, at) => one !== seen[at - 1]);
  expect(["refused", "set up"]).toContain(order[0]);
  expect(order.slice(order.indexOf("set up")).filter((one) => one !== "starting")).toEqual(["set up", "ready"]);
  start.kill("SIGINT");
  expect((await start.status).code).toBe(0);
  const [out, wrong] = await said;
  expect(out).toMatch(/Stopping: SIGINT[^]*Stopped\n$/);
  expect(wrong).toBe("");
  await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
});
