import * as z from "zod/mini";
import type { Deps } from "../../deps.ts";
import type { KeptHeads } from "./state.ts";

/** What lies outside the database, so that a restore of the database does not bring it back. */
const Kept = z.object({
  installation: z.string(),
  epoch: z.int(),
  heads: z.array(z.object({ log: z.string(), position: z.int(), eventId: z.string() })),
  at: z.string(),
});

const FOLDER = "epochs/";
const CONTENT_TYPE = "application/json";

type EpochDeps = Pick<Deps, "files" | "installation" | "now"> & { readonly store: Pick<Deps["store"], "sql"> };

function keyOf(installation: string): string {
  return `${FOLDER}${installation}.json`;
}

/** What was kept of this installation; undefined before the first time. Throws FilesUnavailable. */
export async function readEpoch({ files, installation }: EpochDeps): Promise<KeptHeads | undefined> {
  const found = await files.get(keyOf(installation));
  return found && parsed(await new Response(found.body).text());
}

/** An unreadable file says nothing, and the next one takes its place. */
function parsed(text: string): KeptHeads | undefined {
  try {
    return z.safeParse(Kept, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps the heads of now. Throws FilesUnavailable. */
export async function writeEpoch({ files, installation, now }: EpochDeps, { epoch, heads }: KeptHeads): Promise<void> {
  const kept: z.output<typeof Kept> = { installation, epoch, heads: [...heads], at: new Date(now()).toISOString() };
  await files.put(keyOf(installation), new TextEncoder().encode(JSON.stringify(kept)), { contentType: CONTENT_TYPE });
}

/** Other installations whose epochs lie in the same files store. Throws FilesUnavailable. */
export async function otherInstallations({ files, installation }: EpochDeps): Promise<string[]> {
  const others: string[] = [];
  for await (const { key } of files.list(FOLDER)) {
    if (key !== keyOf(installation)) others.push(key.slice(FOLDER.length));
  }
  return others.map((name) => name.replace(/\.json$/, ""));
}
