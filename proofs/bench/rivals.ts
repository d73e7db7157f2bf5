import { join } from "node:path";

/** Other event stores on Postgres, at the versions that are compared with. None of them is the product's dependency. */
const RIVALS = { "@event-driven-io/emmett-postgresql": "0.42.0", "@eventide/message-db": "1.3.1" } as const;

/** The folder of npm packages that Orin does not depend on; undefined when npm is out of reach. */
export async function installRivals(directory: string): Promise<string | undefined> {
  const folder = join(directory, "rivals");
  await Deno.mkdir(folder);
  const dependencies = { "@event-driven-io/emmett": "0.42.0", ...RIVALS };
  await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  const install = new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet"],
    cwd: folder,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  });
  const { success } = await install.output();
  return success ? folder : undefined;
}
