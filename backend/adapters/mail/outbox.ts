import { join } from "node:path";
import { checkMessage } from "./check_message.ts";
import { type DevOutbox, type MailMessage, MailUnavailable, type OutboxMail } from "./types.ts";

export type OutboxConfig = {
  kind: "outbox";
  /** The data directory; a file in it holds the mails, with their codes unencrypted. */
  directory: string;
  now?: () => number;
};

type StoredMail = OutboxMail & { id: string };

const KEPT = 200;
const TRIM_ABOVE_BYTES = 8 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/**
 * The newest mails in memory and, one JSON line each, in a file: they outlive a restart, and several processes on one
 * data directory see each other's. Reads and writes are synchronous: nothing comes between a check and its line.
 */
export function createOutbox({ directory, now = Date.now }: OutboxConfig): DevOutbox {
  const path = join(directory, "mail.jsonl");
  const mails = new Map<string, StoredMail>();
  let read = 0;

  function catchUp(): void {
    const { lines, end, trimmed } = linesAfter(path, read);
    if (trimmed) mails.clear();
    read = end;
    for (const mail of lines.flatMap(parse)) {
      if (!mails.has(mail.id)) mails.set(mail.id, mail);
    }
    for (const id of mails.keys()) {
      if (mails.size <= KEPT) break;
      mails.delete(id);
    }
  }

  function deliver(message: MailMessage): void {
    checkMessage(message);
    try {
      catchUp();
      if (!mails.has(message.id)) append(path, { ...message, sentAt: now() });
    } catch (error) {
      throw new MailUnavailable(String(error));
    }
  }

  Deno.mkdirSync(directory, { recursive: true });
  catchUp();
  if (read > TRIM_ABOVE_BYTES) trim(path, [...mails.values()]);

  return {
    send: (message) => Promise.try(deliver, message),
    newest(limit) {
      catchUp();
      return [...mails.values()].reverse().slice(0, limit).map(({ id: _id, ...mail }) => mail);
    },
  };
}

/** The line break in front closes a line that a killed process left open. */
function append(path: string, mail: StoredMail): void {
  Deno.writeTextFileSync(path, `\n${JSON.stringify(mail)}\n`, { append: true, mode: 0o600 });
}

function trim(path: string, mails: StoredMail[]): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(draft, mails.map((mail) => `${JSON.stringify(mail)}\n`).join(""), { mode: 0o600 });
  Deno.renameSync(draft, path);
}

type Lines = { lines: string[]; end: number; trimmed: boolean };

/** The whole lines after an offset, and the offset after them. A file shorter than the offset is read afresh. */
function linesAfter(path: string, offset: number): Lines {
  const size = sizeOf(path);
  const trimmed = size < offset;
  const start = trimmed ? 0 : offset;
  if (size === start) return { lines: [], end: start, trimmed };
  using file = Deno.openSync(path);
  file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(size - start);
  for (let filled = 0; filled < bytes.length;) filled += file.readSync(bytes.subarray(filled)) ?? bytes.length;
  const whole = bytes.subarray(0, bytes.lastIndexOf(LINE_BREAK) + 1);
  return { lines: new TextDecoder().decode(whole).split("\n"), end: start + whole.length, trimmed };
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function parse(line: string): StoredMail[] {
  try {
    const mail: unknown = JSON.parse(line);
    return isMail(mail) ? [mail] : [];
  } catch {
    // Empty, or cut short when its process was killed.
    return [];
  }
}

function isMail(value: unknown): value is StoredMail {
  if (typeof value !== "object" || value === null) return false;
  return ["id", "to", "subject", "text", "html", "sentAt"].every((field) => field in value);
}
