import { newId } from "@contract/ids.ts";
import { postWrite, type WriteOutcome } from "../send_writes.ts";
import type { Write } from "../write.ts";
import type { WriteDraft } from "../write_rows.ts";
import type { DirectCall } from "../write_queue.ts";
import type { FakeContext } from "./fake_device.ts";
import type { Tab } from "./given.ts";

/** A wish for Ayọ̀, whom the user did not follow before. */
export function follow(wanted: boolean): Write {
  return { kind: "follow", artistId: "ayo", wanted };
}

/** A comment under Ayọ̀, with a new id. */
export function comment(content: string): Extract<Write, { kind: "comment.post" }> {
  return { kind: "comment.post", commentId: newId(), entityType: "artist", entityId: "ayo", content };
}

/** As a screen hands a write in while there is surely no network. */
export async function write({ outbox }: Tab, what: Write, more: Partial<WriteDraft> = {}): Promise<string> {
  const draft = givenDraft(what, more);
  await outbox.writes.submit(draft);
  return draft.id;
}

export function givenDraft(what: Write, more: Partial<WriteDraft> = {}): WriteDraft {
  return { id: newId(), userId: "ada", write: what, about: "Ayọ̀", ...more };
}

/** A page's own call for a draft, which goes the way that the flusher's calls go. */
export function directCall(context: FakeContext, draft: WriteDraft, token: string): DirectCall {
  const row = { id: draft.id, payload: draft.write };
  const send = (): Promise<WriteOutcome> => postWrite(context.effects, { row, token });
  return { token, send, isOnline: true };
}
