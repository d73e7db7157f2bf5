import * as z from "zod/mini";
import { checkText } from "./check_text.ts";
import { type TextMessage, TextRefused, type Texts, TextsUnavailable } from "./types.ts";

export type TermiiConfig = {
  kind: "termii";
  apiKey: string;
  /** The sender's name that Termii has approved, 3 to 11 characters. */
  sender: string;
  baseUrl: string;
  /** How long a silent provider is waited for; 15 seconds when left out. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 4 * 1024 * 1024;

const Sent = z.object({ message_id: z.union([z.string().check(z.minLength(1)), z.number()]) });
const Listed = z.object({ receiver: z.coerce.string(), message: z.string(), status: z.optional(z.string()) });
/** The documents show a bare list; some accounts answer it inside of `data`. */
const History = z.union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) })]);

/** Words for a number that no text will ever reach; every other no is for the operator to mend. */
const BAD_NUMBER = /phone|recipient|number|country/i;
/** The provider took such a text and gave up on it: it was not delivered. */
const GIVEN_UP = /fail|reject|expired|dnd|insufficient/i;

/** Termii (Nigeria): https://developers.termii.com/messaging-api. Codes take the `dnd` route, which reaches everyone. */
export function createTermii({ apiKey, sender, baseUrl, timeoutMs = TIMEOUT_MS }: TermiiConfig): Texts {
  const base = baseUrl.replace(/\/+$/, "");
  const exchange = (path: string, init: RequestInit = {}) =>
    exchanged(`${base}${path}`, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  return {
    async send(message) {
      checkText(message);
      const { to, text: sms } = message;
      const body = { api_key: apiKey, to: digitsOf(to), from: sender, sms, type: "plain", channel: "dnd" };
      const headers = { "content-type": "application/json", accept: "application/json" };
      const answer = await exchange("/api/sms/send", { method: "POST", headers, body: JSON.stringify(body) });
      if (answer.ok && z.safeParse(Sent, answer.body).success) return;
      const reason = `${answer.status} ${refusalText(answer.body)}`;
      const isBadNumber = (answer.status === 400 || answer.status === 422) && BAD_NUMBER.test(reason);
      throw isBadNumber
        ? new TextRefused(`${answer.status}, the provider does not take this number`)
        : new TextsUnavailable(`${answer.status}`, isAway(answer.status));
    },
    async wasSent(message) {
      const answer = await exchange(`/api/sms/inbox?${new URLSearchParams({ api_key: apiKey })}`);
      const history = answer.ok ? z.safeParse(History, answer.body).data : undefined;
      if (!history) throw new TextsUnavailable(`${answer.status}, no history of texts`);
      const listed = Array.isArray(history) ? history : history.data;
      return listed.some((one) => isSame(z.safeParse(Listed, one).data, message));
    },
  };
}

/** Trouble of the provider, the key, the balance or the rate: it meets every text. */
function isAway(status: number): boolean {
  return status >= 500 || [401, 402, 403, 429].includes(status);
}

function isSame(listed: z.output<typeof Listed> | undefined, { to, text }: TextMessage): boolean {
  if (!listed || GIVEN_UP.test(listed.status ?? "")) return false;
  return digitsOf(listed.receiver) === digitsOf(to) && listed.message.trim() === text;
}

function digitsOf(number: string): string {
  return number.replace(/^\+/, "");
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** The error's own text may hold the address with the key in it, so none of it is repeated. */
async function exchanged(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    return { ok: response.ok, status: response.status, body: text.length > MOST_BYTES ? undefined : parsed(text) };
  } catch (error) {
    throw new TextsUnavailable(error instanceof Error ? error.name : "no connection", true);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalText(body: unknown): string {
  const said = typeof body === "object" && body !== null && "message" in body ? body.message : "";
  return typeof said === "string" ? said : JSON.stringify(said);
}
