import { mp3Frames } from "./cut_end.ts";
import { type AudioContainer, mp3SampleRate, readAt, text } from "./magic.ts";

const HEAD_BYTES = 16_384;

/**
 * How long a file is by its own pieces, in seconds, without decoding. Only for the two containers whose header FFmpeg
 * believes or guesses: an MP3's frames are counted, a WAV's bytes are those that are there. Undefined for any other.
 */
export function secondsIn(path: string, container: AudioContainer): number | undefined {
  using file = Deno.openSync(path);
  if (container === "mp3") {
    const { first, frames } = mp3Frames(file);
    const { samples, rate } = mp3SampleRate(first);
    return rate > 0 ? frames * samples / rate : undefined;
  }
  return container === "wav" ? wavSeconds(file) : undefined;
}

function wavSeconds(file: Deno.FsFile): number | undefined {
  const head = readAt(file, 0, HEAD_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let bytesASecond = 0;
  for (let at = 12; at + 8 <= head.length;) {
    const size = view.getUint32(at + 4, true);
    const name = text(head, at, 4);
    if (name === "fmt " && at + 20 <= head.length) bytesASecond = view.getUint32(at + 16, true);
    if (name === "data") {
      const there = file.statSync().size - at - 8;
      // A program that writes to a pipe does not know the size yet.
      const bytes = size === 0 ? there : Math.min(size, there);
      return bytesASecond > 0 ? bytes / bytesASecond : undefined;
    }
    at += 8 + size + size % 2;
  }
  return undefined;
}
