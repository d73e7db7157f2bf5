import { afterId3, type AudioContainer, mp3FrameLength, readAt, text } from "./magic.ts";

/** Whether a file was cut beyond doubt, or ends in a way that some encoders leave behind, too. */
export type FileEnd = "whole" | "unfinished" | "cut";

/** The header of an Ogg page: 27 bytes and the lengths of at most 255 segments. */
const OGG_HEAD_BYTES = 27;
const MOST_HEAD_BYTES = OGG_HEAD_BYTES + 255;
const WINDOW_BYTES = 256 * 1024;
/** Some encoders hold their last 32 bits back (Shine does). */
const HELD_BACK_BYTES = 4;

/**
 * Tells whether an MP3 or Ogg file was cut, from its last bytes. Both consist of pieces that state their own length, and
 * a cut nearly always falls inside one. Ogg has whole pages: half a page is a cut. Half a frame at the end of an MP3 is a
 * cut if frames that its header counts are missing; without such a header it is `unfinished`, because a recorder that
 * stops badly leaves one, too.
 *
 * Cuts that we cannot detect count as whole: exactly between two pieces (streams end so, without Ogg's mark for the last
 * page), and behind junk between the frames. Tags behind the sound show that its end is there.
 */
export function fileEnd(path: string, container: AudioContainer): FileEnd {
  using file = Deno.openSync(path);
  if (container === "ogg") return walk(file, 0, oggPageLength).missingBytes > 0 ? "cut" : "whole";
  return container === "mp3" ? mp3End(file) : "whole";
}

/** The frames of an MP3 one after the other, with the first one's bytes. */
export function mp3Frames(file: Deno.FsFile): { first: Uint8Array; frames: number; missingBytes: number } {
  const head = readAt(file, afterId3(file), 16_384);
  const padding = Math.max(0, head.findIndex((byte) => byte !== 0));
  const first = head.subarray(padding);
  const { pieces, missingBytes } = walk(file, afterId3(file) + padding, (bytes) => frameLengthLike(first, bytes));
  return { first, frames: pieces, missingBytes };
}

function mp3End(file: Deno.FsFile): FileEnd {
  const { first, frames: pieces, missingBytes } = mp3Frames(file);
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

/** Version, layer and sample rate stay as in the first frame: bytes by chance do not. */
function frameLengthLike(first: Uint8Array, bytes: Uint8Array): number {
  const isAlike = bytes.length >= 4 && ((first[1] ?? 0) ^ (bytes[1] ?? 0)) < 2 &&
    ((first[2] ?? 0) & 12) === ((bytes[2] ?? 0) & 12);
  return isAlike ? mp3FrameLength(bytes, 0) : 0;
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
