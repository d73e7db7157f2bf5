import { framesOf } from "./cut_end.ts";
import { readAt, text } from "./file_bytes.ts";
import type { Sniffed } from "./magic.ts";
import { piecesOf } from "./pieces.ts";

/**
 * How long a file is by its own pieces, in seconds, without decoding. Only for the containers whose header FFmpeg
 * believes or guesses: the frames of MP3 and AAC are counted, a WAV's bytes are those that are there. Undefined for any
 * other.
 */
export function secondsIn(path: string, sniffed: Sniffed): number | undefined {
  using file = Deno.openSync(path);
  if (sniffed.container === "mp3" || sniffed.container === "aac") return framesOf(file, sniffed).seconds;
  return sniffed.container === "wav" ? wavSeconds(file, sniffed) : undefined;
}

function wavSeconds(file: Deno.FsFile, sniffed: Sniffed): number | undefined {
  const { size } = file.statSync();
  const isLittle = text(readAt(file, sniffed.start, 4), 0, 4) !== "RIFX";
  let bytesASecond = 0;
  for (const { name, from, to } of piecesOf(file, sniffed)) {
    const bytes = readAt(file, from, 12);
    if (name === "fmt " && bytes.length === 12) bytesASecond = new DataView(bytes.buffer).getUint32(8, isLittle);
    if (name !== "data") continue;
    return bytesASecond > 0 ? (Math.min(to ?? size, size) - from) / bytesASecond : undefined;
  }
  return undefined;
}
