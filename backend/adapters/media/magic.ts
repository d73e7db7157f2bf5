export type AudioContainer = "mp3" | "mp4" | "wav" | "flac" | "ogg";
type ImageKind = "jpeg" | "png" | "webp";

/** How far after its tags an MP3's first frames may reach. */
const SEARCH_BYTES = 16_384;
const MP3_FRAMES_IN_A_ROW = 3;

/** The file's format by its first bytes. SVG and other text never match. */
export function sniffImage(bytes: Uint8Array): ImageKind | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (text(bytes, 1, 3) === "PNG" && bytes[0] === 0x89) return "png";
  if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 4) === "WEBP") return "webp";
  return undefined;
}

/** The same for sound. It skips an ID3 tag, which says nothing about the sound behind it. */
export function sniffAudio(file: Deno.FsFile): AudioContainer | undefined {
  const start = afterId3(file);
  const head = readAt(file, start, SEARCH_BYTES);
  if (text(head, 0, 4) === "fLaC") return "flac";
  if (start === 0 && text(head, 4, 4) === "ftyp") return "mp4";
  if (start === 0 && text(head, 0, 4) === "OggS") return "ogg";
  if (start === 0 && text(head, 0, 4) === "RIFF" && text(head, 8, 4) === "WAVE") return "wav";
  return hasMp3Frames(head) ? "mp3" : undefined;
}

/** Whether an MP3 says in its first frame how many follow; without that its length is only estimated. */
export function countsItsFrames(file: Deno.FsFile): boolean {
  const firstFrame = text(readAt(file, afterId3(file), SEARCH_BYTES), 0, 512);
  return firstFrame.includes("Xing") || firstFrame.includes("Info");
}

/** Sizes a program writes that does not know yet how long the sound will be. */
const UNKNOWN_SIZES = [0, 0x7fffffff, 0xffffffff];

/** Whether a WAV's header promises clearly more sound than there is; FFmpeg quietly believes the file's end. */
export function lacksItsEnd(file: Deno.FsFile): boolean {
  const head = readAt(file, 0, SEARCH_BYTES);
  const view = new DataView(head.buffer);
  for (let at = 12; at + 8 <= head.length;) {
    const size = view.getUint32(at + 4, true);
    if (text(head, at, 4) === "data") {
      const there = file.statSync().size - at - 8;
      return !UNKNOWN_SIZES.includes(size) && there < size * 0.98;
    }
    at += 8 + size + size % 2;
  }
  return false;
}

/** Where the tags at the beginning end. */
export function afterId3(file: Deno.FsFile): number {
  let start = 0;
  for (let tags = 0; tags < 4; tags++) {
    const header = readAt(file, start, 10);
    if (header.length < 10 || text(header, 0, 3) !== "ID3") return start;
    const [a = 0, b = 0, c = 0, d = 0] = header.subarray(6);
    start += 10 + ((a & 127) << 21 | (b & 127) << 14 | (c & 127) << 7 | (d & 127));
  }
  return start;
}

/** Eleven set bits occur by chance; frames that follow each other at their own length do not. */
function hasMp3Frames(bytes: Uint8Array): boolean {
  if (bytes.length < 24) return false;
  const junk = bytes.findIndex((byte) => byte !== 0);
  // Padding after a tag is zeros: anything else before the first frame is another kind of file.
  let at = junk < 0 ? bytes.length : junk;
  for (let frames = 0; frames < MP3_FRAMES_IN_A_ROW; frames++) {
    const length = mp3FrameLength(bytes, at);
    if (length === 0) return frames > 0 && at >= bytes.length;
    at += length;
  }
  return true;
}

const KBPS_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Layer III only, in bytes; 0 when no frame begins there. */
export function mp3FrameLength(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = second >> 3 & 3;
  if (first !== 0xff || second >> 5 !== 7 || version === 1 || (second >> 1 & 3) !== 1) return 0;
  const sampleRate = (SAMPLE_RATES[third >> 2 & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const kbps = (version === 3 ? KBPS_V1 : KBPS_V2)[third >> 4] ?? 0;
  if (sampleRate === 0 || kbps === 0) return 0;
  return Math.floor((version === 3 ? 144 : 72) * kbps * 1000 / sampleRate) + (third >> 1 & 1);
}

/** What the header of an MP3's frame says: the samples of each frame, and how many of them are a second (0 in none). */
export function mp3SampleRate(bytes: Uint8Array): { samples: number; rate: number } {
  const [, second = 0, third = 0] = bytes;
  const version = second >> 3 & 3;
  const rate = (SAMPLE_RATES[third >> 2 & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  return { samples: version === 3 ? 1152 : 576, rate };
}

/** The bytes from a position on; fewer where the file ends. */
export function readAt(file: Deno.FsFile, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.seekSync(position, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < length) {
    const read = file.readSync(bytes.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Bytes as the letters of a magic word. */
export function text(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
