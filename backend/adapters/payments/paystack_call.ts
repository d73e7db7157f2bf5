import * as z from "zod/mini";
import { PaymentsRefused, PaymentsUnavailable, type Unheard } from "./types.ts";
import { refusalOf } from "./paystack_refusals.ts";

export type PaystackConfig = {
  secretKey: string;
  /** While a key is being changed notices may still be signed with the one before. */
  previousSecretKey?: string;
  baseUrl: string;
  /** How long an answer may take, its body included; half a minute when left out. */
  timeoutMs?: number;
};

export type Request = {
  path: string;
  query?: Record<string, string>;
  /** With a body it is a POST, unless `method` says otherwise. */
  body?: Record<string, unknown>;
  method?: "PUT";
};

export type Answer<Data> = { data: Data; meta: unknown };

/** Makes one call and answers with its `data`, read by the schema. Throws as the port says. */
export type Call = <Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
) => Promise<Answer<z.output<Schema>>>;

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * HTTP to the provider: one try, a time limit over answer and body, no redirects (the key must not travel), and
 * no success but the boolean `true`.
 */
export function createCall({ secretKey, baseUrl, timeoutMs = TIMEOUT_MS }: PaystackConfig): Call {
  const base = baseUrl.replace(/\/+$/, "");
  const headers = { authorization: `Bearer ${secretKey}`, accept: "application/json", "user-agent": "Orin" };
  return async ({ path, query = {}, body, method = "POST" }, schema) => {
    const search = new URLSearchParams(query).toString();
    const { response, text } = await exchange(`${base}${path}${search && `?${search}`}`, {
      ...(body === undefined ? { headers } : {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readAnswer(response.status, text, schema);
  };
}

type Exchange = { response: Response; text: string };

async function exchange(url: string, init: RequestInit): Promise<Exchange> {
  try {
    const response = await fetch(url, init);
    return { response, text: await readText(response) };
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw error;
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    throw timedOut
      ? new PaymentsUnavailable("timeout", "no whole answer in time")
      : new PaymentsUnavailable("network", whyNoConnection(error));
  }
}

/** What an operator can mend. The error's own text may hold the address with an account number in it. */
export function whyNoConnection(error: unknown): string {
  const said = Deno.inspect(error);
  const [, certificate] = /invalid peer certificate: (?:certificate )?([A-Za-z]+)/.exec(said) ?? [];
  if (certificate) return `its certificate is not accepted (${certificate})`;
  if (/dns error/.test(said)) return "its name cannot be resolved";
  return error instanceof Error ? error.name : "no connection";
}

/** The body as text, no more of it than any honest answer has. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new PaymentsUnavailable("unreadable", "the answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const Any = z.optional(z.unknown());
const Envelope = z.looseObject({ status: Any, data: Any, meta: Any });

function readAnswer<Schema extends z.ZodMiniType>(
  httpStatus: number,
  text: string,
  schema: Schema,
): Answer<z.output<Schema>> {
  const envelope = parseEnvelope(text);
  const succeeded = httpStatus >= 200 && httpStatus < 300;
  if (!succeeded || envelope?.status !== true) throw refusalOf(httpStatus, envelope);
  const data = z.safeParse(schema, envelope.data);
  if (data.success) return { data: data.data, meta: envelope.meta };
  const [issue] = data.error.issues;
  throw new PaymentsUnavailable("unreadable", `data.${issue?.path.join(".")}: ${issue?.message}`);
}

function parseEnvelope(text: string): z.output<typeof Envelope> | undefined {
  try {
    return z.safeParse(Envelope, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Turns the refusal "not found" of a look-up into its answer. */
export async function unheardOr<Found>(reference: string, look: () => Promise<Found>): Promise<Found | Unheard> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === "not_found") return { status: "not_found", reference };
    throw error;
  }
}
