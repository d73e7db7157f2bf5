import { newId } from "@contract/ids.ts";
import { subscribeReached } from "../../lib/connection.ts";
import { onPersonLeft } from "../../lib/person_left.ts";
import { getSession, subscribeSession } from "../../lib/session.ts";
import { toast } from "../../ui/toast.ts";
import { readTags } from "../read_tags.ts";
import { sendUpload } from "../send_upload.ts";
import { OWN_UPLOADS, type UploadTarget } from "../upload_target.ts";
import { ADD_THEM, isWhole, WITHOUT_LYRICS } from "./form.ts";
import { keeperOf } from "./keeper.ts";
import { type QueueEffects, UploadQueue } from "./queue.ts";
import { sendFile } from "./send_file.ts";
import { askUpload, giveLyrics, takeBack } from "./upload_calls.ts";

/** Two tabs would send the same recording twice. */
const LOCK = "orin-uploads";
const AGAIN_MS = 15_000;

let own: { readonly userId: string; readonly queue: UploadQueue } | undefined;

/** This artist's upload, which outlives the page: opened once, with what an earlier visit has left. */
export function ownUploads(): UploadQueue {
  const userId = getSession()?.userId ?? "";
  if (own?.userId === userId) return own.queue;
  own?.queue.stop();
  const queue = new UploadQueue(effectsFor(OWN_UPLOADS, userId));
  own = { userId, queue };
  sayWhenDone(queue);
  void openAlone(queue);
  return queue;
}

/** An upload that ends with the page: nothing of the back office is kept on a device. */
export function passingUploads(target: UploadTarget): UploadQueue {
  return new UploadQueue(effectsFor(target));
}

onPersonLeft(() => {
  own?.queue.stop();
  own = undefined;
});

subscribeSession(() => {
  if (own && own.userId === getSession()?.userId) own.queue.goOn();
});

addEventListener("orin-drop-uploads", () => void own?.queue.clear());

function effectsFor(target: UploadTarget, userId?: string): QueueEffects {
  return {
    ...{ target, readTags, send: sendFile, ask: askUpload, takeBack, publish: sendUpload, giveLyrics, untilReached },
    newKey: () => newId(),
    ...(userId ? { keeper: keeperOf(userId) } : {}),
  };
}

/** The upload's own screen says it by itself. */
function sayWhenDone({ state }: UploadQueue): void {
  let before = state.get().stage;
  state.subscribe(() => {
    const { stage, songs } = state.get();
    const isNew = stage !== before;
    before = stage;
    if (!isNew || location.pathname === "/cs-upload") return;
    if (stage === "success") toast(isWhole(songs) ? "Track uploaded successfully!" : `${WITHOUT_LYRICS} ${ADD_THEM}`);
    if (stage === "error") toast("Your upload needs you: open Upload Music");
  });
}

/** In the first tab alone; one that waits goes on with what that leaves behind. */
async function openAlone(queue: UploadQueue): Promise<void> {
  if (!navigator.locks) return await queue.open();
  await navigator.locks.request(LOCK, async () => {
    await queue.open();
    await new Promise<void>((left) => onPersonLeft(left));
  });
}

function untilReached(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, AGAIN_MS);
    const stop = subscribeReached(done);
    addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });
}
