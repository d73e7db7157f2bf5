import { readAt, text } from "./file_bytes.ts";
import type { Sniffed } from "./magic.ts";

/** A part of a container that states its own length. */
interface Piece {
  readonly name: string;
  /** Whether the sound is in it: a file that ends in it was cut. */
  readonly holdsSound: boolean;
  /** Where its content begins and ends; it may end behind the file. Undefined where its writer did not know it yet. */
  readonly from: number;
  readonly to: number | undefined;
}

/** Reads the head of a piece; undefined where none that is known begins. */
type ReadHead = (bytes: Uint8Array) => { name: string; head: number; size: number | undefined } | undefined;

const HEAD_BYTES = 32;
/** Sizes a program writes that does not know yet how long the sound will be. */
const UNKNOWN_SIZES = [0x7fffffff, 0xffffffff];
const BOXES = /^(ftyp|moov|mdat|moof|mfra|sidx|styp|ssix|free|skip|wide|uuid|meta|udta|pnot|emsg|prft|PICT)$/;

/** The pieces of a container one after the other, from its first to the one that holds the sound. */
export function* piecesOf(file: Deno.FsFile, { container, start }: Sniffed): Generator<Piece> {
  const { size } = file.statSync();
  const { first, read, last, isPadded } = layoutOf(file, { container, start });
  for (let at = start + first; at < size;) {
    const found = read(readAt(file, at, HEAD_BYTES));
    if (!found) return;
    const from = at + found.head;
    const to = found.size === undefined ? undefined : from + found.size;
    const isLast = found.name === last;
    yield { name: found.name, holdsSound: isLast || last === undefined, from, to };
    if (to === undefined || isLast) return;
    at = to + (isPadded ? (found.size ?? 0) % 2 : 0);
  }
}

interface Layout {
  /** The bytes before the first piece. */
  readonly first: number;
  readonly read: ReadHead;
  /** The piece that holds the sound: what comes behind it may be junk. Without one all may hold some. */
  readonly last?: string;
  readonly isPadded?: boolean;
}

function layoutOf(file: Deno.FsFile, { container, start }: Sniffed): Layout {
  switch (container) {
    case "wav":
      return {
        first: 12,
        read: riffChunk(text(readAt(file, start, 4), 0, 4) !== "RIFX"),
        last: "data",
        isPadded: true,
      };
    case "aiff":
      return { first: 12, read: riffChunk(false), last: "SSND", isPadded: true };
    case "caf":
      return { first: 8, read: cafChunk, last: "data" };
    case "mp4":
      return { first: 0, read: box };
    case "webm":
      return { first: 0, read: element, last: SEGMENT };
    case "wma":
      return { first: 0, read: asfObject, last: ASF_DATA };
    default:
      return { first: 0, read: () => undefined };
  }
}

/** WAV's and AIFF's: a size of 32 bits. RF64 keeps the true size of its sound in a piece before it. */
function riffChunk(isLittle: boolean): ReadHead {
  let long: number | undefined;
  return (bytes) => {
    if (bytes.length < 8) return undefined;
    const view = viewOf(bytes);
    const [name, said] = [text(bytes, 0, 4), view.getUint32(4, isLittle)];
    if (name === "ds64" && bytes.length >= 24) long = Number(view.getBigUint64(16, true));
    // A program that writes to a pipe leaves 0.
    const isUnknown = UNKNOWN_SIZES.includes(said) || (name === "data" && said === 0);
    return { name, head: 8, size: !isUnknown ? said : name === "data" && said === 0xffffffff ? long : undefined };
  };
}

function cafChunk(bytes: Uint8Array) {
  if (bytes.length < 12) return undefined;
  const size = Number(viewOf(bytes).getBigInt64(4));
  return { name: text(bytes, 0, 4), head: 12, size: size < 0 ? undefined : size };
}

function box(bytes: Uint8Array) {
  const name = text(bytes, 4, 4);
  if (bytes.length < 8 || !BOXES.test(name)) return undefined;
  const view = viewOf(bytes);
  const said = view.getUint32(0);
  const head = said === 1 ? 16 : 8;
  const all = said === 1 && bytes.length >= 16 ? Number(view.getBigUint64(8)) : said;
  return all !== 0 && all < head ? undefined : { name, head, size: all === 0 ? undefined : all - head };
}

const EBML = "1a45dfa3";
const SEGMENT = "18538067";

function element(bytes: Uint8Array) {
  const name = hex(bytes.subarray(0, 4));
  const width = Math.clz32(bytes[4] ?? 0) - 23;
  if ((name !== EBML && name !== SEGMENT) || width > 8 || bytes.length < 4 + width) return undefined;
  const digits = [...bytes.subarray(4, 4 + width)].map((byte, at) => at === 0 ? byte & (1 << 8 - width) - 1 : byte);
  const isUnknown = digits.every((digit, at) => digit === (at === 0 ? (1 << 8 - width) - 1 : 255));
  const size = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  return { name, head: 4 + width, size: isUnknown ? undefined : size };
}

const ASF_HEADER = "3026b275";
const ASF_DATA = "3626b275";

function asfObject(bytes: Uint8Array) {
  const name = hex(bytes.subarray(0, 4));
  if ((name !== ASF_HEADER && name !== ASF_DATA) || bytes.length < 24) return undefined;
  const all = Number(viewOf(bytes).getBigUint64(16, true));
  // Live streams say nothing.
  return { name, head: 24, size: all <= 50 && name === ASF_DATA ? undefined : Math.max(0, all - 24) };
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
