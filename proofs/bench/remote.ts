import { linesOf } from "../../backend/testing/lines.ts";

/** A load generator in a process of its own: takes orders as lines of JSON and answers each with one line. */
export interface Remote extends AsyncDisposable {
  ask<Answer>(order: unknown): Promise<Answer>;
}

/** Starts `script` with Deno; `flags` stand before it. Its first line says that it is ready. */
export async function startRemote(
  script: string,
  { flags = [], args = [], cwd }: { flags?: string[]; args?: string[]; cwd?: string } = {},
): Promise<Remote> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", ...flags, script, ...args],
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = linesOf(child.stdout);
  const orders = child.stdin.getWriter();
  const next = async () => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`${script} ended`);
    return JSON.parse(value);
  };
  await next();
  return {
    async ask(order) {
      await orders.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
      return await next();
    },
    async [Symbol.asyncDispose]() {
      await orders.close();
      await child.status;
    },
  };
}

/** The other end, in the load generator: answers orders until there are no more. */
export async function answerOrders<Order>(answer: (order: Order) => Promise<unknown>): Promise<void> {
  console.log(JSON.stringify("ready"));
  for await (const line of linesOf(Deno.stdin.readable)) console.log(JSON.stringify(await answer(JSON.parse(line))));
}
