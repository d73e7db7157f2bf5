import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { outboxSnapshot } from "../lib/app_outbox.ts";
import { subscribePremium } from "../lib/premium.ts";
import { answeredHere } from "../lib/writes.ts";
import type { Write } from "../outbox/write.ts";

/** Asks again for what a write has changed, once it was sent later, by another tab or by the worker. */
export function renewAfterWrites(client: QueryClient): void {
  const known = new Set<string>();
  let isFirst = true;
  outboxSnapshot.subscribe(() => {
    const fresh = (outboxSnapshot.get()?.sentWrites ?? []).filter(({ id }) => !known.has(id));
    for (const { id, payload } of fresh) {
      known.add(id);
      // What was sent before this page was opened is newer than the answers it kept, and shown over them.
      if (isFirst || answeredHere.has(id)) continue;
      for (const queryKey of keysOf(payload)) void client.invalidateQueries({ queryKey });
    }
    isFirst = outboxSnapshot.get()?.userId === undefined;
  });
}

/** Premium changes what may be heard and in which quality: every list is asked for again when it comes or ends. */
export function renewWithPremium(client: QueryClient): void {
  subscribePremium(() => {
    for (const root of ["catalogue", "playlist", "search", "listening"]) {
      void client.invalidateQueries({ queryKey: [root] });
    }
  });
}

/** The answers that a write changes, by the start of their keys. */
function keysOf(write: Write): readonly QueryKey[] {
  switch (write.kind) {
    case "follow":
      return [
        ["catalogue", "following", write.artistId],
        ["catalogue", "artist", write.artistId],
        ["catalogue", "artists"],
        ["catalogue", "followed-albums"],
        ["catalogue", "home"],
      ];
    case "heart":
      return [["playlist", "hearts"]];
    case "like":
    case "comment.post":
    case "comment.edit":
    case "comment.delete":
      return [["social", "comments"]];
    case "playlist.create":
    case "playlist.change":
    case "playlist.delete":
    case "playlist.track":
      return [["playlist"]];
    default:
      return write satisfies never;
  }
}
