import { handlesOf, namesakesOf } from "../../../projections/catalogue/artist_links.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sql } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { type ArtistLinkChosen, linkStream } from "./events.ts";
import { decideHandle, evolveHandle } from "./state.ts";
import { forgetLinksOf } from "./table.ts";

const handles = streamsOf<string, string | undefined, ArtistLinkChosen>({
  log: "social",
  stream: linkStream,
  initial: undefined,
  evolve: evolveHandle,
});

const choosing = handles.handler("chooseArtistLink", {
  id: ({ handle }: Parameters<typeof decideHandle>[1]) => handle,
  decide: (ownerId, command) => decideHandle(ownerId, command),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Gives an artist's page a short address. Throws Refusal `handle_taken` or `too_many_handles`. */
export async function chooseLink(
  deps: Pick<Deps, "store">,
  { creatorId, handle, metadata }: { creatorId: string; handle: string; metadata: Metadata },
): Promise<void> {
  const { sql } = deps.store;
  const [own, namesakes] = await Promise.all([handlesOf(sql, creatorId), namesakesOf(sql, handle)]);
  // Who has the name, too, may call their page so.
  const isOthersName = namesakes.length > 0 && !namesakes.includes(creatorId);
  const command = { handle, creatorId, isOthersName, count: own.length, shown: own[0] };
  await deps.store.execute(choosing, command, { logs: ["social"], metadata });
}

/** What was counted of an artist's page goes when they are erased. */
export async function forgetLinkPage(sql: Sql, creatorId: string): Promise<void> {
  await forgetLinksOf(sql, creatorId);
}
