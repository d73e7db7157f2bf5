import { findUser } from "../../../projections/accounts/users.ts";
import { TextRefused, TextsUnavailable } from "../../adapters/texts/types.ts";
import type { Deps } from "../../deps.ts";
import { PermanentFailure } from "../../store/jobs/job.ts";
import { RelayAway, through } from "../../store/jobs/relay.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";
import type { Tx } from "../../store/sql.ts";
import { CODE_MS } from "../code/codes.ts";
import { newestCodes } from "../code/table.ts";

/** A text with a code, queued once by its id. */
interface CodeText {
  readonly textId: string;
  readonly userId: string;
  /** E.164. */
  readonly to: string;
  readonly code: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A text with a link, to the number that an account has proven; `words` fit into one text. */
interface LinkText {
  readonly textId: string;
  readonly userId: string;
  readonly words: string;
}

/** What waits in the queue: nothing that anyone can read without the person's key. */
interface Payload {
  readonly textId: string;
  readonly userId: string;
  /** The number, then the code, or an empty one and the words. */
  readonly said: Sealed;
}

const KIND = "text";
const WORKERS = 4;
const RELAY = "texts";

/** Queues a text in the transaction of its code. Nothing is queued for a person who was erased. */
export async function enqueueText(
  deps: Pick<Deps, "jobs" | "personal">,
  tx: Tx,
  { textId, userId, to, code }: CodeText,
): Promise<void> {
  const key = (await deps.personal.keysOf(tx, [userId])).get(userId);
  if (!key) return;
  const payload: Payload = { textId, userId, said: key.seal(fieldOf(textId), JSON.stringify([to, code])) };
  await deps.jobs.enqueue(tx, { kind: KIND, key: textId, payload });
}

/** Queues a text to the number that a person has proven, if there is one and Orin sends texts. */
export async function textToProven(deps: Deps, { textId, userId, words }: LinkText): Promise<void> {
  const { sql } = deps.store;
  const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
  const key = keys.get(userId);
  if (!deps.texts || !key || user?.phoneHash === undefined) return;
  const said = key.seal(fieldOf(textId), JSON.stringify([key.open("phone", user.phone), "", words]));
  await deps.jobs.enqueue(sql, { kind: KIND, key: textId, payload: { textId, userId, said } satisfies Payload });
  deps.jobs.poke();
}

/**
 * Sends queued texts from now on. An attempt that broke off may have been sent: the next one asks the provider first,
 * so that no code is sent twice or lost.
 */
export function sendTexts(deps: Pick<Deps, "jobs" | "now" | "personal" | "store" | "texts">): void {
  const { texts } = deps;
  if (!texts) return;
  deps.jobs.work<Payload>(KIND, async ({ payload: { textId, userId, said }, attempt, createdAt }) => {
    const { sql } = deps.store;
    const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
    if (!key) return;
    const [to = "", code = "", words] = JSON.parse(key.open(fieldOf(textId), said)) as string[];
    const [newest] = words === undefined ? await newestCodes(sql, userId, "phone") : [];
    // Only the newest code is worth a text: the one before it dies soon, and texts overtake each other.
    if (words === undefined && (newest?.codeId !== textId || deps.now() >= createdAt + CODE_MS.phone)) return;
    const message = words === undefined
      ? { id: textId, to, text: textOf(code), code }
      : { id: textId, to, text: words };
    const send = async () => {
      if (attempt === 1 || !await texts.wasSent(message)) await texts.send(message);
    };
    await through(sql, RELAY, () => send().catch(failAs));
  }, { concurrency: WORKERS, relay: RELAY, worthMs: () => CODE_MS.phone });
}

function textOf(code: string): string {
  return `${code} is your Orin code. It expires in 10 minutes. Do not share it: Orin never asks for it.`;
}

function failAs(error: unknown): never {
  if (error instanceof TextRefused) throw new PermanentFailure(error.message);
  if (error instanceof TextsUnavailable && error.isRelay) throw new RelayAway(error.message);
  throw error;
}

function fieldOf(textId: string): string {
  return `code of text ${textId}`;
}
