import type { Context } from "hono";
import { Refusal } from "../contract/refusal.ts";
import { fileTooLarge, FormParts, unreadable } from "./form_parts.ts";

export interface FormLimits {
  /** An empty folder that the caller removes, whatever happens. */
  readonly folder: string;
  /** The files that are wanted, by field, with the most bytes of each. Others are not kept. */
  readonly files: Readonly<Record<string, number>>;
}

export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  /** What the client called it: for messages, never for a path. */
  readonly filename: string;
  /** What the client says it is: nothing to rely on. */
  readonly contentType: string;
}

interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, ReceivedFile>;
}

/** A client that sends nothing for so long is gone. */
const STALLED_MS = 60_000;
const ROOM_FOR_TEXTS = 512 * 1024;

/**
 * Receives a form with files (multipart/form-data), streaming each wanted file to the disk: no more than one piece is
 * ever in memory. Throws Refusals for another content type (415), what is too large (413) and what is broken or breaks
 * off (400).
 */
export async function receiveForm(c: Context, limits: FormLimits): Promise<ReceivedForm> {
  const contentType = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new Refusal("not_a_form", "Send this as a form with files (multipart/form-data).");
  }
  refuseAnnouncedSize(c, limits);
  const parts = new FormParts(contentType, limits);
  try {
    for await (const chunk of pieces(c.req.raw.body)) await parts.write(chunk);
    await parts.end();
  } catch (error) {
    await parts.abandon();
    throw error;
  }
  return { fields: Object.fromEntries(parts.fields), files: parts.files };
}

/** Spares everybody the transfer of what would be refused at its end. */
function refuseAnnouncedSize(c: Context, { files }: FormLimits): void {
  const most = Object.entries(files).toSorted(([, one], [, two]) => two - one);
  const [largest] = most;
  const total = most.reduce((sum, [, bytes]) => sum + bytes, ROOM_FOR_TEXTS);
  if (largest && Number(c.req.header("content-length") ?? 0) > total) throw fileTooLarge(...largest);
}

async function* pieces(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await withinTime(reader.read());
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client hung up: nobody reads the answer, and it is no fault of ours.
    throw unreadable();
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function withinTime<Value>(read: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Refusal("invalid_request", "The upload stopped: please try again")),
      STALLED_MS,
    );
  });
  try {
    return await Promise.race([read, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
