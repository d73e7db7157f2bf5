import { readAt, text } from "./file_bytes.ts";
import {
  adtsFrameLength,
  adtsSampleRate,
  isFrameLike,
  mpegFrameLength,
  mpegSampleRate,
  type Sniffed,
} from "./magic.ts";
import { piecesOf } from "./pieces.ts";

/** Whether a file was cut beyond doubt, or ends in a way that some encoders leave behind, too. */
export type FileEnd = "whole" | "unfinished" | "cut";

/** The header of an Ogg page: 27 bytes and the lengths of at most 255 segments. */
const OGG_HEAD_BYTES = 27;
const MOST_HEAD_BYTES = OGG_HEAD_BYTES + 255;
const WINDOW_BYTES = 256 * 1024;
/** Some encoders hold their last 32 bits back (Shine does). */
const HELD_BACK_BYTES = 4;
/** Some programs count a header or padding in, or forget to write it. */
const MISCOUNTED_BYTES = 4_096;

/**
 * Tells whether a file was cut, from the lengths that its pieces state. Ogg has whole pages: half a page is a cut. In the
 * other containers a piece that reaches behind the file is one. Half a frame at the end of an MP3 is a cut if frames that
 * its header counts are missing; without such a header, and in AAC without a container, it is `unfinished`, because a
 * recorder that stops badly leaves one, too.
 *
 * Cuts that we cannot detect count as whole: exactly between two pieces (streams end so, without Ogg's mark for the last
 * page), behind junk between the frames, and where a piece does not say its length. Tags behind the sound show that its
 * end is there. What FLAC's header promises is compared with what was decoded.
 */
export function fileEnd(path: string, sniffed: Sniffed): FileEnd {
  using file = Deno.openSync(path);
  switch (sniffed.container) {
    case "ogg":
      return walk(file, sniffed.start, oggPageLength).missingBytes > 0 ? "cut" : "whole";
    case "mp3":
      return mp3End(file, sniffed);
    case "aac":
      return framesOf(file, sniffed).missingBytes > HELD_BACK_BYTES ? "unfinished" : "whole";
    default: {
      const { size } = file.statSync();
      const isCut = piecesOf(file, sniffed).some(({ holdsSound, to = 0 }) =>
        holdsSound && to > size + MISCOUNTED_BYTES
      );
      return isCut ? "cut" : "whole";
    }
  }
}

/** The frames of an MP3 or of AAC in ADTS one after the other, with the first one's bytes, and how long they are. */
export function framesOf(file: Deno.FsFile, { container, start }: Sniffed) {
  const first = readAt(file, start, 512);
  const [lengthAt, rateOf] = container === "aac"
    ? [adtsFrameLength, adtsSampleRate]
    : [mpegFrameLength, mpegSampleRate];
  const lengthOf = (bytes: Uint8Array) => {
    return bytes.length >= 4 && isFrameLike(bytes, 0, first) ? lengthAt(bytes, 0) : 0;
  };
  const { pieces: frames, missingBytes } = walk(file, start, lengthOf);
  const { samples, rate } = rateOf(first);
  return { first, frames, missingBytes, seconds: rate > 0 ? frames * samples / rate : undefined };
}

function mp3End(file: Deno.FsFile, sniffed: Sniffed): FileEnd {
  const { first, frames: pieces, missingBytes } = framesOf(file, sniffed);
  if (missingBytes <= HELD_BACK_BYTES || hasTagAtItsEnd(file)) return "whole";
  const counted = countedFrames(first);
  if (counted === undefined) return "unfinished";
  // The header has its own frame.
  return pieces - 1 < counted ? "cut" : "whole";
}

/** Steps over pieces, until none begins or one is longer than the rest of the file. */
function walk(file: Deno.FsFile, start: number, lengthOf: (bytes: Uint8Array) => number) {
  const { size } = file.statSync();
  let window: Uint8Array = new Uint8Array();
  let from = start;
  let at = start;
  for (let pieces = 0;; pieces++) {
    if (at + MOST_HEAD_BYTES > from + window.length && from + window.length < size) {
      window = readAt(file, at, WINDOW_BYTES);
      from = at;
    }
    const length = lengthOf(window.subarray(at - from));
    if (length === 0) return { pieces, missingBytes: 0 };
    if (at + length > size) return { pieces, missingBytes: at + length - size };
    at += length;
  }
}

/** In bytes; 0 when no page begins here. Of a header that is cut itself, more than is there. */
function oggPageLength(bytes: Uint8Array): number {
  if (text(bytes, 0, 4) !== "OggS") return 0;
  const segments = bytes[OGG_HEAD_BYTES - 1] ?? 0;
  const lengths = bytes.subarray(OGG_HEAD_BYTES, OGG_HEAD_BYTES + segments);
  return OGG_HEAD_BYTES + segments + lengths.reduce((sum, length) => sum + length, 0);
}

/** How many frames of sound an MP3's first frame says there are; undefined where it says nothing. */
function countedFrames(first: Uint8Array): number | undefined {
  const letters = text(first, 0, 512);
  const at = Math.max(letters.indexOf("Xing"), letters.indexOf("Info"));
  if (at < 0 || first.length < at + 12) return undefined;
  const view = new DataView(first.buffer, first.byteOffset + at);
  return view.getUint32(4) & 1 ? view.getUint32(8) : undefined;
}

/** ID3v1, APE, ID3v2.4 or Lyrics3, each with its letters at a fixed distance from the end. */
function hasTagAtItsEnd(file: Deno.FsFile): boolean {
  const tail = readAt(file, Math.max(0, file.statSync().size - 128), 128);
  const says = (at: number, letters: string) => text(tail, at, letters.length) === letters;
  return says(0, "TAG") || says(96, "APETAGEX") || says(118, "3DI") || says(119, "LYRICS200") || says(119, "LYRICSEND");
}
