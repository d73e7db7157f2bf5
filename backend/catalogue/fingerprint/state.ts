import { PRINT_ITEMS_A_SECOND, PRINT_SPEEDS } from "../../contract/prints.ts";
import type { RecordingPrinted } from "./events.ts";

/** The items of a fingerprint, about eight a second. */
export type Print = Uint32Array;

/** What a track sounds like, as far as that is known: "" where there is nothing to recognise it by. */
export type Printed = RecordingPrinted["data"] | undefined;

/** Folds an event into what a track sounds like: the newest says it. */
export function evolvePrint(_: Printed, { data }: RecordingPrinted): Printed {
  return data;
}

/** A recording has one fingerprint; the same again is nothing new. What is not worth matching is kept as "". */
export function decidePrint(known: Printed, { print, ...whose }: RecordingPrinted["data"]): RecordingPrinted[] {
  const kept = isWorthMatching(printOf(print)) ? print : "";
  const isKnown = known?.print === kept && known.soundHash === whose.soundHash;
  return isKnown ? [] : [{ type: "RecordingPrinted", data: { ...whose, print: kept } }];
}

/** Reads a fingerprint of base64. */
export function printOf(base64: string): Print {
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  return new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
}

/** Five seconds. */
const FEWEST_ITEMS = 40;
const FEWEST_DIFFERENT = 16;
const JUDGEMENTS = 16;
const LEAST_VARIED = 6;
const LEAST_OF_ONE = 0.02;

/**
 * Whether a recording can be told from others by it. Each item is sixteen judgements with four answers. In music most of
 * them get three or four answers over time; in noise, where nothing is louder than the rest for long, each stays between
 * two; silence and tones that never change have few different items.
 */
export function isWorthMatching(print: Print): boolean {
  return print.length >= FEWEST_ITEMS && new Set(print).size >= FEWEST_DIFFERENT && variedIn(print) >= LEAST_VARIED;
}

/** How many of the judgements get more than two of their answers, each for a fiftieth of the time. */
function variedIn(print: Print): number {
  const counts = new Uint32Array(JUDGEMENTS * 4);
  for (const item of print) {
    for (let judgement = 0; judgement < JUDGEMENTS; judgement++) {
      const place = judgement * 4 + (item >>> judgement * 2 & 3);
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  const least = Math.max(2, print.length * LEAST_OF_ONE);
  const answersOf = (judgement: number) =>
    counts.subarray(judgement * 4, judgement * 4 + 4).filter((count) => count >= least).length;
  return Array.from({ length: JUDGEMENTS }, (_, judgement) => answersOf(judgement)).filter((one) => one > 2).length;
}

/** An item and its position. */
interface Placed {
  readonly hash: number;
  readonly at: number;
}

const FEWEST_INDEXED = 256;
const INDEXED_SHARE = 8;
const MOST_PLACES = 3;

/**
 * Which items of a recording the index names: those whose scrambled value is smallest, an eighth of all and at least
 * 256, so that a part of the recording, or another encoding of it, names the same ones.
 */
export function indexedItems(print: Print): Placed[] {
  const places = placesOf(print);
  const most = Math.max(FEWEST_INDEXED, Math.ceil(print.length / INDEXED_SHARE));
  const chosen = Array.from(places, ([hash, ats]) => ({ hash, ats, order: scrambled(hash) }))
    .sort((one, other) => one.order - other.order).slice(0, most);
  return chosen.flatMap(({ hash, ats }) => ats.slice(0, MOST_PLACES).map((at) => ({ hash: hash | 0, at })));
}

/** What the index is asked for: every different item, where it first occurs. Signed, as the database has numbers. */
export function askedItems(print: Print): Placed[] {
  return [...placesOf(print)].map(([hash, [at = 0]]) => ({ hash: hash | 0, at }));
}

type Places = Map<number, number[]>;

/**
 * The 22 bits of an item that change least when a recording plays half a step of speed off: 7 % to 16 % of them each,
 * the others up to 40 %. Of all 32 one item in a thousand would be the same then, of these one in twenty.
 */
const STEADY_BITS = 0xfecbfcf0;

/** Where each item begins to sound, by its steady bits: what sounds on counts once. */
function placesOf(print: Print): Places {
  const places: Places = new Map();
  let before: number | undefined;
  print.forEach((item, at) => {
    const hash = (item & STEADY_BITS) >>> 0;
    if (hash === before) return;
    before = hash;
    const known = places.get(hash);
    if (known) known.push(at);
    else places.set(hash, [at]);
  });
  return places;
}

/** Knuth's multiplicative hash: items that are alike come far apart. */
function scrambled(item: number): number {
  return Math.imul(item ^ item >>> 15, 2_654_435_761) >>> 0;
}

/** A recording that sounds like the one that was asked for. */
export interface Likeness {
  /** How much of the shorter one sounds the same, 1–100. */
  readonly percent: number;
  /** Where the sameness begins in the one that was asked for and in the other, and how long it lasts; ms. */
  readonly atMs: number;
  readonly otherAtMs: number;
  readonly lengthMs: number;
  /** How fast the one that was asked for plays, times the other: 1, or up to 2 % off. */
  readonly speed: number;
}

const BLOCK_ITEMS = 24;
/** How far an item may stand from where it is expected: half a step of speed over some minutes, and a little. */
const DRIFT_ITEMS = 14;
/** Of the bits of a block. Blocks of the same music differ by less, others by more. */
const MOST_WRONG = 0.27;
/**
 * How much of the shorter one must be the same, with how many wrong bits on average. Another encoding, a cut or another
 * volume leaves 4 % wrong, half a step of speed up to 22 % but nearly all blocks the same; different songs with the same
 * chords reach 20 % in some of their blocks.
 */
const SAME = [{ share: 0.5, wrong: 0.12 }, { share: 0.75, wrong: 0.21 }, { share: 0.95, wrong: 0.23 }];
const LEAST_BLOCKS = 2;
const BIN_ITEMS = 8;
const TRIED_OFFSETS = 4;

/**
 * Whether another recording is the same one; `asked` has it at each of `PRINT_SPEEDS`. They are when enough of the shorter
 * one is in the other, block by block, in the same order and pace.
 */
export function likenessOf(asked: readonly Print[], other: Print): Likeness | undefined {
  const places = placesOf(other);
  const found = asked.flatMap((print, index) => {
    const aligned = bestAlignment(print, other, places);
    return aligned ? [{ ...aligned, speed: PRINT_SPEEDS[index] ?? 1 }] : [];
  });
  const best = found.reduce<typeof found[number] | undefined>(
    (known, one) => known && !isBetter(one, known) ? known : one,
    undefined,
  );
  if (!best || best.blocks < LEAST_BLOCKS || !isSame(best)) return undefined;
  return {
    percent: Math.min(100, Math.round(best.share * 100)),
    atMs: msOf(best.from),
    otherAtMs: msOf(best.from + best.offset),
    lengthMs: msOf(best.until - best.from),
    speed: best.speed,
  };
}

function isSame({ share, wrong }: Alignment): boolean {
  return SAME.some((least) => share >= least.share && wrong <= least.wrong * 32 * BLOCK_ITEMS);
}

interface Alignment {
  /** From an item of the first same block to the one in the other recording. */
  readonly offset: number;
  /** Blocks that sound the same, and their share of the shorter recording. */
  readonly blocks: number;
  readonly share: number;
  /** The wrong bits of these blocks, each on average. */
  readonly wrong: number;
  /** The first and the last of them, in items of the one that was asked for. */
  readonly from: number;
  readonly until: number;
}

function bestAlignment(print: Print, other: Print, places: Places): Alignment | undefined {
  const tried = likelyOffsets(print, places).map((offset) => alignmentAt(print, other, offset));
  return tried.reduce<Alignment | undefined>((best, one) => best && !isBetter(one, best) ? best : one, undefined);
}

/** Of two that are the same, and at which as much is, the one with fewer wrong bits: that is the speed. */
function isBetter(one: Alignment, other: Alignment): boolean {
  if (isSame(one) !== isSame(other)) return isSame(one);
  return one.share === other.share ? one.wrong < other.wrong : one.share > other.share;
}

/** By how many items the two may be shifted: the shifts at which most items are equal. */
function likelyOffsets(print: Print, places: Places): number[] {
  const counts = new Map<number, number>();
  for (const [item, ats] of placesOf(print)) {
    for (const otherAt of (places.get(item) ?? []).slice(0, 8)) {
      for (const at of ats.slice(0, 8)) {
        const bin = Math.floor((otherAt - at) / BIN_ITEMS);
        counts.set(bin, (counts.get(bin) ?? 0) + 1);
      }
    }
  }
  const around = (bin: number) => (counts.get(bin) ?? 0) * 2 + (counts.get(bin - 1) ?? 0) + (counts.get(bin + 1) ?? 0);
  return [...counts.keys()].sort((one, two) => around(two) - around(one)).slice(0, TRIED_OFFSETS)
    .map((bin) => bin * BIN_ITEMS + BIN_ITEMS / 2);
}

/** Compares block by block. Each block may stand a little off, because speeds differ by less than a step. */
function alignmentAt(print: Print, other: Print, offset: number): Alignment {
  const shorter = Math.min(print.length, other.length);
  const [first, last] = [Math.max(0, -offset), Math.min(print.length, other.length - offset)];
  let [blocks, from, until, wrong, shift] = [0, 0, 0, 0, 0];
  for (let at = first; at + BLOCK_ITEMS <= last; at += BLOCK_ITEMS) {
    const { least, drift } = leastWrong(print, other, { at, offset });
    if (least > MOST_WRONG * 32 * BLOCK_ITEMS) continue;
    wrong += least;
    if (blocks === 0) [from, shift] = [at, offset + drift];
    blocks++;
    until = at + BLOCK_ITEMS;
  }
  // What is left over of the shorter one is no block, and so cannot be found.
  const whole = Math.max(1, Math.floor(shorter / BLOCK_ITEMS));
  return { offset: shift, blocks, share: Math.min(1, blocks / whole), wrong: wrong / Math.max(1, blocks), from, until };
}

function leastWrong(print: Print, other: Print, { at, offset }: { at: number; offset: number }) {
  let [least, found] = [Infinity, 0];
  for (let drift = -DRIFT_ITEMS; drift <= DRIFT_ITEMS; drift++) {
    const start = at + offset + drift;
    if (start < 0 || start + BLOCK_ITEMS > other.length) continue;
    let wrong = 0;
    for (let item = 0; item < BLOCK_ITEMS && wrong < least; item++) {
      wrong += bitsOf((print[at + item] ?? 0) ^ (other[start + item] ?? 0));
    }
    if (wrong < least) [least, found] = [wrong, drift];
  }
  return { least, drift: found };
}

/** How many bits are set. */
function bitsOf(item: number): number {
  let bits = item - (item >>> 1 & 0x55555555);
  bits = (bits & 0x33333333) + (bits >>> 2 & 0x33333333);
  return Math.imul(bits + (bits >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function msOf(items: number): number {
  return Math.max(0, Math.round(items / PRINT_ITEMS_A_SECOND * 1000));
}
