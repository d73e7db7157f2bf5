import { expect, it } from "vitest";

/** Runs what the units run after a start, beside a process in the role of the service. */
function wait(port: number, service: number) {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", "backend/start/wait_until_ready.ts", String(port)],
    ...{ env: { MAINPID: String(service) }, stdin: "null", stdout: "null", stderr: "piped" },
  }).output();
}

it("a unit's start ends when the process is ready, and fails when the process has ended", async () => {
  const answers = [503, 503, 200];
  const asked: string[] = [];
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  await using service = Deno.serve(options, (request) => {
    asked.push(new URL(request.url).pathname);
    return new Response(null, { status: answers.shift() ?? 200 });
  });
  expect((await wait(service.addr.port, Deno.pid)).code).toBe(0);
  expect(asked).toEqual(["/readyz", "/readyz", "/readyz"]);

  const ended = new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null" }).spawn();
  await ended.status;
  answers.push(503);
  expect((await wait(service.addr.port, ended.pid)).code).toBe(1);
});
