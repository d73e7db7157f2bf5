import { Refusal } from "../../contract/refusal.ts";
import type { CommentRules } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type CommentRulesSet, commentRulesStream } from "./events.ts";

const rules = streamsOf<string, CommentRulesSet["data"] | undefined, CommentRulesSet>({
  log: "social",
  stream: commentRulesStream,
  initial: undefined,
  evolve: (_before, { data }) => data,
});

const setRules = rules.handler("setCommentRules", {
  id: ({ artistId }: CommentRulesSet["data"]) => artistId,
  decide: (_before, data) => [{ type: "CommentRulesSet", data }],
  result: () => undefined,
});

/** Says which comments wait for an artist from now on; each word once. */
export async function setCommentRules(
  deps: Pick<Deps, "store" | "personal">,
  { artistId, words, holdFirst, metadata }: CommentRules & { artistId: string; metadata: Metadata },
): Promise<void> {
  const key = (await deps.personal.keysOf(deps.store.sql, [artistId])).get(artistId);
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const sealed = key.seal("comment words", JSON.stringify([...new Set(words)]));
  await deps.store.execute(setRules, { artistId, words: sealed, holdFirst }, { logs: ["social"], metadata });
}
