import { Buffer } from "node:buffer";

export interface Output {
  say(chunk: Uint8Array): void;
  end(): void;
}

/**
 * Lets several tasks print at the same time and stay readable: the first one prints at once, the output of the others
 * waits until all before them have ended.
 */
export function outputInTurn(write: (chunk: Uint8Array) => void): () => Output {
  const turns: { kept: Uint8Array[]; ended: boolean }[] = [];
  const passOn = () => {
    for (let turn = turns[0]; turn; turn = turns[0]) {
      for (const chunk of turn.kept.splice(0)) write(chunk);
      if (!turn.ended) return;
      turns.shift();
    }
  };
  return () => {
    const turn = { kept: [] as Uint8Array[], ended: false };
    turns.push(turn);
    return {
      say(chunk) {
        turn.kept.push(chunk);
        passOn();
      },
      end() {
        turn.ended = true;
        passOn();
      },
    };
  };
}

/** Keeps the last bytes of the output, in whole lines. */
export function tailOf(maxBytes: number): { say(chunk: Uint8Array): void; text(): string } {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return {
    say(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      for (let first = chunks[0]; first && bytes - first.length >= maxBytes; first = chunks[0]) {
        bytes -= first.length;
        chunks.shift();
      }
    },
    text() {
      const text = new TextDecoder().decode(Buffer.concat(chunks));
      return bytes <= maxBytes ? text : text.slice(text.indexOf("\n", text.length - maxBytes) + 1);
    },
  };
}
