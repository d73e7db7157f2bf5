import { join } from "node:path";
import { checkText } from "./check_text.ts";
import { type DevTexts, type OutboxText, type TextMessage, TextsUnavailable } from "./types.ts";

export type TextsOutboxConfig = {
  kind: "outbox";
  /** The data directory; a file in it holds the texts, with their codes unencrypted. */
  directory: string;
  now?: () => number;
};

type StoredText = OutboxText & { readonly id: string };

/** Texts in a file, one JSON line each: they outlive a restart, and processes on one directory see each other's. */
export function createTextsOutbox({ directory, now = Date.now }: TextsOutboxConfig): DevTexts {
  const path = join(directory, "texts.jsonl");
  Deno.mkdirSync(directory, { recursive: true });

  function deliver(message: TextMessage): void {
    checkText(message);
    try {
      if (stored(path).some(({ id }) => id === message.id)) return;
      // The line break in front closes a line that a killed process left open.
      const line = `\n${JSON.stringify({ ...message, sentAt: now() })}\n`;
      Deno.writeTextFileSync(path, line, { append: true, mode: 0o600 });
    } catch (error) {
      throw new TextsUnavailable(String(error));
    }
  }

  return {
    send: (message) => Promise.try(deliver, message),
    wasSent: (message) => Promise.try(() => stored(path).some(({ id }) => id === message.id)),
    newest: (limit) => stored(path).reverse().slice(0, limit).map(({ id: _id, ...text }) => text),
  };
}

/** The oldest first. */
function stored(path: string): StoredText[] {
  try {
    return Deno.readTextFileSync(path).split("\n").flatMap(parse);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function parse(line: string): StoredText[] {
  try {
    const text: unknown = JSON.parse(line);
    return isText(text) ? [text] : [];
  } catch {
    // Empty, or cut short when its process was killed.
    return [];
  }
}

function isText(value: unknown): value is StoredText {
  return typeof value === "object" && value !== null &&
    ["id", "to", "text", "sentAt"].every((field) => field in value);
}
