// deno-lint-ignore-file no-control-regex -- formats begin with bytes that are no letters
import type { AudioContainer, PictureKind } from "../../contract/file_formats.ts";
import { cameraRaw } from "./camera_raw.ts";
import { readAt, text } from "./file_bytes.ts";
import type { Foreign } from "../../contract/foreign_formats.ts";
import { foreignFile } from "./foreign.ts";

/** How much of a file may lie before the first frame that it can be told by: the rest of a cut frame, or junk. */
const SEARCH_BYTES = 65_536;
const MOST_ZEROS = 4 * 1_048_576;
/** Four frames of the largest kind. */
const RUN_BYTES = 4 * 8_192;
/** Bits that look like a frame occur by chance; frames that follow each other at their own length do not. */
const FRAMES_IN_A_ROW = 3;
/** Behind junk more of them are asked for, because more places are tried. */
const FRAMES_BEHIND_JUNK = 4;

/** A sound file's container, and where it begins: behind tags, and for MP3 and AAC at the first whole frame. */
export interface Sniffed {
  readonly container: AudioContainer;
  readonly start: number;
  /** What is in front keeps FFmpeg from finding it: it is given the file from `start` on. */
  readonly isHidden?: boolean;
}

/** What a file is that is no sound of ours: known by its bytes, cut in its tag, or neither. */
interface NoSound {
  readonly found?: Foreign | undefined;
  readonly isCut?: boolean;
}

const PICTURES: readonly (readonly [RegExp, PictureKind])[] = [
  [/^\xff\xd8\xff/, "jpeg"],
  [/^\x89PNG/, "png"],
  [/^RIFF[^]{4}WEBP/, "webp"],
  [/^GIF8[79]a/, "gif"],
  // Its first name may be that of all pictures in this container, as HEIC's, and its own come later.
  [/^[^]{4}ftyp(?:avi[fs]|m[is]f1[^]{4}(?:\w{4})*?avi[fs])/, "avif"],
  [/^II[*+]\x00|^MM\x00[*+]/, "tiff"],
];

/** The file's format by its first bytes. SVG and other text never match. */
export function sniffImage(bytes: Uint8Array): PictureKind | undefined {
  const head = text(bytes, 0, 64);
  return cameraRaw(bytes) ? undefined : PICTURES.find(([magic]) => magic.test(head))?.[1];
}

/** What a file is that is chosen as a picture and is none of ours: sound and video, too. */
export function foreignPicture(bytes: Uint8Array): Foreign | undefined {
  const head = text(bytes, 0, 16);
  const isMedia = /^ID3|^\xff[\xe2-\xff][\x10-\xef]/.test(head) || CONTAINERS.some(([magic]) => magic.test(head));
  return foreignFile(bytes) ?? (isMedia ? "media" : undefined);
}

const CONTAINERS: readonly (readonly [RegExp, AudioContainer])[] = [
  [/^fLaC/, "flac"],
  [/^OggS/, "ogg"],
  [/^(RIFF|RIFX|RF64|BW64)[^]{4}WAVE/, "wav"],
  [/^FORM[^]{4}AIF[FC]/, "aiff"],
  [/^caff/, "caf"],
  [/^\x1a\x45\xdf\xa3/, "webm"],
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/, "wma"],
  // QuickTime of before MP4 begins with any of its boxes, a piece of a stream with those of pieces.
  [/^[^]{4}(ftyp|moov|mdat|wide|free|skip|pnot|styp|sidx|moof)/, "mp4"],
];

/** Behind junk, enough of a beginning that it is none by chance. */
const BEHIND_JUNK: readonly (readonly [RegExp, AudioContainer])[] = [
  [/fLaC[\x00\x80]\x00\x00\x22/, "flac"],
  [/OggS\x00\x02/, "ogg"],
  [/(RIFF|RIFX|RF64|BW64)[^]{4}WAVE/, "wav"],
  [/FORM[^]{4}AIF[FC]/, "aiff"],
  [/\x00\x00\x00[\x10-\x40]ftyp(M4[AB]|mp4|isom|qt)/, "mp4"],
];
/** A head of another program or of a server, a mark of an encoding. */
const MOST_JUNK = 4_096;

/** The same for sound. Tags in front say nothing about the sound behind them. What it is else, where that is known. */
export function sniffAudio(file: Deno.FsFile): Sniffed | NoSound {
  const start = afterTags(file, 0);
  if (start > file.statSync().size) {
    const frames = framesIn(file, 0);
    return frames ? { ...frames, isHidden: true } : { isCut: true };
  }
  const head = readAt(file, start, SEARCH_BYTES);
  const found = foreignFile(head);
  if (found) return { found };
  const letters = text(head, 0, 16);
  const container = CONTAINERS.find(([magic]) => magic.test(letters))?.[1];
  // FFmpeg looks for the boxes of MP4 where they say they are, counted from their own beginning.
  if (container) return { container, start, ...(container === "mp4" && start > 0 && { isHidden: true }) };
  const padded = afterPadding(file, start);
  return containerBehindJunk(file, padded) ?? framesIn(file, padded) ?? {};
}

function containerBehindJunk(file: Deno.FsFile, from: number): Sniffed | undefined {
  const letters = text(readAt(file, from, MOST_JUNK), 0, MOST_JUNK);
  const [first] = BEHIND_JUNK.map(([magic, container]) => ({ container, at: letters.search(magic) }))
    .filter(({ at }) => at >= 0).toSorted((one, two) => one.at - two.at);
  return first && { container: first.container, start: from + first.at, isHidden: true };
}

/** Padding after a tag is zeros, and another tag may follow it. */
function afterPadding(file: Deno.FsFile, start: number): number {
  let at = start;
  for (let before = -1; before !== at;) {
    before = at;
    at = afterTags(file, afterZeros(file, at));
  }
  return at;
}

/** MP3 and ADTS have no beginning of their own: a file is one of them where frames follow each other. */
function framesIn(file: Deno.FsFile, at: number): Sniffed | undefined {
  const bytes = readAt(file, at, SEARCH_BYTES + RUN_BYTES);
  for (const [container, lengthAt] of FRAMES) {
    if (hasFrames(bytes, 0, { lengthAt, inARow: FRAMES_IN_A_ROW, mayEnd: true })) return { container, start: at };
  }
  for (let junk = 1; junk < Math.min(SEARCH_BYTES, bytes.length); junk++) {
    if (bytes[junk] !== 0xff) continue;
    for (const [container, lengthAt] of FRAMES) {
      if (hasFrames(bytes, junk, { lengthAt, inARow: FRAMES_BEHIND_JUNK, mayEnd: false })) {
        return { container, start: at + junk };
      }
    }
  }
  return undefined;
}

type LengthAt = (bytes: Uint8Array, at: number) => number;

const FRAMES: readonly (readonly [AudioContainer, LengthAt])[] = [["mp3", mpegFrameLength], ["aac", adtsFrameLength]];

/** Version, layer and sample rate stay as in the first one. `mayEnd`: the file may have fewer. */
function hasFrames(
  bytes: Uint8Array,
  from: number,
  { lengthAt, inARow, mayEnd }: { lengthAt: LengthAt; inARow: number; mayEnd: boolean },
): boolean {
  let at = from;
  for (let frames = 0; frames < inARow; frames++) {
    const length = isFrameLike(bytes, at, bytes.subarray(from)) ? lengthAt(bytes, at) : 0;
    if (length === 0) return mayEnd && frames > 0 && at >= bytes.length;
    at += length;
  }
  return true;
}

/** Whether the header at a place is of the same kind as the first one: bytes by chance are not. */
export function isFrameLike(bytes: Uint8Array, at: number, first: Uint8Array): boolean {
  return ((first[1] ?? 0) ^ (bytes[at + 1] ?? 0)) < 2 && ((first[2] ?? 0) & 12) === ((bytes[at + 2] ?? 0) & 12);
}

/** Whether an MP3 says in its first frame how many follow; without that its length is only estimated. */
export function countsItsFrames(file: Deno.FsFile, start: number): boolean {
  return /Xing|Info/.test(text(readAt(file, start, 512), 0, 512));
}

/** Where the tags that begin at a place end. */
function afterTags(file: Deno.FsFile, from: number): number {
  let start = from;
  for (;;) {
    const head = readAt(file, start, 32);
    const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
    const letters = text(head, 0, 8);
    if (letters.startsWith("ID3") && head.length >= 10) {
      start += 10 + ((a & 127) << 21 | (b & 127) << 14 | (c & 127) << 7 | (d & 127));
    } else if (letters === "APETAGEX" && head.length === 32) {
      start += 32 + new DataView(head.buffer).getUint32(12, true);
    } else return start;
  }
}

function afterZeros(file: Deno.FsFile, from: number): number {
  for (let at = from; at < from + MOST_ZEROS;) {
    const bytes = readAt(file, at, SEARCH_BYTES);
    const other = bytes.findIndex((byte) => byte !== 0);
    if (other >= 0) return at + other;
    if (bytes.length < SEARCH_BYTES) break;
    at += bytes.length;
  }
  return from;
}

const KBPS_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_V1_LAYER_2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const KBPS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const LAYER_3 = 1;
const LAYER_2 = 2;

/** A frame of MPEG's layers II and III, in bytes; 0 when none begins there. */
export function mpegFrameLength(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const [version, layer] = [second >> 3 & 3, second >> 1 & 3];
  if (first !== 0xff || second >> 5 !== 7 || version === 1 || (layer !== LAYER_2 && layer !== LAYER_3)) return 0;
  const { samples, rate } = mpegSampleRate(bytes.subarray(at, at + 3));
  const kbps = (version !== 3 ? KBPS_V2 : layer === LAYER_2 ? KBPS_V1_LAYER_2 : KBPS_V1)[third >> 4] ?? 0;
  if (rate === 0 || kbps === 0) return 0;
  return Math.floor(samples / 8 * kbps * 1000 / rate) + (third >> 1 & 1);
}

/** What the header of such a frame says: the samples of each frame, and how many of them are a second (0 in none). */
export function mpegSampleRate(bytes: Uint8Array): { samples: number; rate: number } {
  const [, second = 0, third = 0] = bytes;
  const [version, layer] = [second >> 3 & 3, second >> 1 & 3];
  const rate = (SAMPLE_RATES[third >> 2 & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  return { samples: version === 3 || layer === LAYER_2 ? 1152 : 576, rate };
}

const ADTS_RATES = [
  96_000,
  88_200,
  64_000,
  48_000,
  44_100,
  32_000,
  24_000,
  22_050,
  16_000,
  12_000,
  11_025,
  8_000,
  7_350,
];

/** A frame of AAC in ADTS, in bytes; 0 when none begins there. */
export function adtsFrameLength(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  if (first !== 0xff || (second & 0xf6) !== 0xf0 || adtsSampleRate(bytes.subarray(at)).rate === 0) return 0;
  const length = (fourth & 3) << 11 | fifth << 3 | sixth >> 5;
  return length < 7 ? 0 : length;
}

/** Samples of a frame, and of a second: a frame may have several blocks. */
export function adtsSampleRate(bytes: Uint8Array): { samples: number; rate: number } {
  return { samples: 1_024, rate: ADTS_RATES[(bytes[2] ?? 0) >> 2 & 15] ?? 0 };
}
