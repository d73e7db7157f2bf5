export type RunAs = { uid?: number; gid?: number };

/** Runs a program to its end with the root folder as its current one, and returns all it printed. */
export async function run(
  program: string,
  args: string[],
  runAs: RunAs = {},
): Promise<{ ok: boolean; output: string }> {
  try {
    const command = new Deno.Command(program, { args, cwd: "/", stdin: "null", ...runAs, env: { LC_ALL: "C" } });
    const { success, stdout, stderr } = await command.output();
    const decoder = new TextDecoder();
    return { ok: success, output: decoder.decode(stdout) + decoder.decode(stderr) };
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
}
