import { archivedIn } from "../place.ts";
import { plainArray, textArray } from "../projections/columns.ts";
import type { LogName } from "../log/event.ts";
import type { Sql, Tx } from "../sql.ts";
import { archiveFiles, ArchiveUnreadable, bytesOf } from "./archive_files.ts";
import {
  type ArchivedEvent,
  KEY_BYTES,
  parseEvent,
  PRINT_BYTES,
  sha256,
  streamKey,
  unpackFrame,
} from "./archive_format.ts";

/** A part of an object that is read by itself. */
interface Frame {
  readonly object: string;
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly bytes: number;
  readonly sha256: Uint8Array;
}

/** Positions of a log: those after `after` up to and including `upTo`. */
interface Stretch {
  readonly after: number;
  readonly upTo: number;
}

/** Whether a log can have archived events. */
export function canBeCold(log: LogName): boolean {
  return log !== "social";
}

/**
 * The archived events of a stretch, in order, a frame at a time; none where nothing of it is archived. Ask the tables
 * first and this behind them: a range that leaves between the two is then seen twice, and never missed.
 */
export async function* coldEvents(sql: Sql | Tx, log: LogName, stretch: Stretch): AsyncGenerator<ArchivedEvent[]> {
  if (!canBeCold(log)) return;
  for (let { after } = stretch; after < stretch.upTo;) {
    const frames = await framesBetween(sql, log, { after, upTo: stretch.upTo });
    for (const frame of frames) {
      const open = await openFrame(log, frame, frames);
      yield open.between(Math.max(frame.first, stretch.after + 1), Math.min(frame.last, stretch.upTo));
    }
    const last = frames.at(-1);
    if (!last || frames.length < FRAMES_AT_ONCE) return;
    after = last.last;
  }
}

/** The archived events at these positions, in order. */
export async function coldAt(sql: Sql | Tx, log: LogName, positions: readonly number[]): Promise<ArchivedEvent[]> {
  if (!canBeCold(log) || positions.length === 0) return [];
  const frames = await sql<FrameRow[]>`
    select distinct on (last_position) ${FRAME(sql)}
    from unnest(${plainArray(positions)}::text::bigint[]) as asked(position)
    cross join lateral (
      select archived_frames.* from ${archivedIn(log, "archived_frames")}
      where log = ${log} and last_position >= asked.position order by last_position limit 1
    ) as archived_frames
    join ${archivedIn(log, "archived_ranges")} on archived_ranges.log = ${log}
      and archived_ranges.first_position = archived_frames.range
    where archived_frames.first_position <= asked.position order by last_position`;
  const events: ArchivedEvent[] = [];
  const wanted = [...new Set(positions)].sort((one, other) => one - other);
  for (const frame of frames.map(frameOf)) {
    const open = await openFrame(log, frame);
    const own = wanted.filter((position) => position >= frame.first && position <= frame.last);
    events.push(...own.flatMap((position) => open.between(position, position)));
  }
  return events;
}

/** The last archived position of a log, 0 where nothing is: what is archived begins with the first and has no gaps. */
export async function archivedUpTo(sql: Sql | Tx, log: LogName): Promise<number> {
  if (!canBeCold(log)) return 0;
  const [row] = await sql<{ last: number }[]>`
    select coalesce(max(last_position), 0) as last from ${archivedIn(log, "archived_ranges")} where log = ${log}`;
  return row?.last ?? 0;
}

/**
 * The archived events of streams, in the order of their positions. `named` are in the small index; `incomplete`, whose
 * first events are not known, are looked for among the many.
 */
export async function coldOfStreams(
  sql: Sql | Tx,
  log: LogName,
  { named, incomplete }: { readonly named: readonly string[]; readonly incomplete: readonly string[] },
): Promise<ArchivedEvent[]> {
  const places = named.length === 0 ? [] : await sql<{ position: number }[]>`
    select position from ${archivedIn(log, "archived_streams")}
    where log = ${log} and stream = any(${textArray(named)}::text::text[])`;
  const events = [
    ...await coldAt(sql, log, places.map(({ position }) => position)),
    ...await coldOfMany(sql, log, incomplete),
  ];
  return events.sort((one, other) => one.position - other.position);
}

/** Those of streams that the index keeps by their hashes: a frame that has the hash is opened and looked through. */
async function coldOfMany(sql: Sql | Tx, log: LogName, streams: readonly string[]): Promise<ArchivedEvent[]> {
  const asked = streams.map((stream) => ({ stream, ...streamKey(stream) }));
  if (asked.length === 0) return [];
  const pages = await sql<{ print: string; range: number; keys: Uint8Array }[]>`
    select asked.print, archived_keys.range, archived_keys.keys
    from ${archivedIn(log, "archived_ranges")}
    cross join unnest(
      ${textArray(asked.map(({ stream }) => stream))}::text::text[],
      ${plainArray(asked.map(({ part }) => part))}::text::bigint[],
      ${plainArray(asked.map(({ print }) => print.toHex()))}::text::text[]
    ) as asked(stream, part, print)
    join ${archivedIn(log, "archived_keys")} on archived_keys.log = ${log}
      and archived_keys.range = archived_ranges.first_position
      and archived_keys.page = (asked.part * archived_ranges.pages) >> 32
    where archived_ranges.log = ${log} and position(decode(asked.print, 'hex') in archived_keys.keys) > 0
      and exists (select from unnest(archived_ranges.sparse) as prefix where starts_with(asked.stream, prefix))`;
  const found = new Set(
    pages.flatMap(({ print, range, keys }) => framesIn(keys, print).map((frame) => `${range} ${frame}`)),
  );
  if (found.size === 0) return [];
  const places = [...found].map((place) => place.split(" "));
  const frames = await sql<FrameRow[]>`
    select ${FRAME(sql)}
    from unnest(
      ${plainArray(places.map(([range = ""]) => range))}::text::bigint[],
      ${plainArray(places.map(([, frame = ""]) => frame))}::text::int[]
    ) as asked(range, frame)
    join ${archivedIn(log, "archived_frames")} on archived_frames.log = ${log}
      and archived_frames.range = asked.range and archived_frames.frame = asked.frame
    join ${archivedIn(log, "archived_ranges")} on archived_ranges.log = ${log}
      and archived_ranges.first_position = archived_frames.range
    order by archived_frames.first_position`;
  const wanted = new Set(streams);
  const events: ArchivedEvent[] = [];
  for (const frame of frames.map(frameOf)) {
    const open = await openFrame(log, frame);
    events.push(...open.between(frame.first, frame.last).filter(({ stream }) => wanted.has(stream)));
  }
  return events;
}

/** The numbers of the frames that a page names for a hash. */
function framesIn(keys: Uint8Array, print: string): number[] {
  const page = Buffer.from(keys);
  const frames: number[] = [];
  for (let at = 0; at < page.byteLength; at += KEY_BYTES) {
    if (page.toString("hex", at, at + PRINT_BYTES) === print) frames.push(page.readUIntBE(at + PRINT_BYTES, 3));
  }
  return frames;
}

interface FrameRow {
  readonly object: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly startByte: number;
  readonly bytes: number;
  readonly sha256: Uint8Array;
}

function FRAME(sql: Sql | Tx) {
  return sql`archived_ranges.object, archived_frames.first_position, archived_frames.last_position,
    archived_frames.start_byte, archived_frames.bytes, archived_frames.sha256`;
}

function frameOf({ object, firstPosition, lastPosition, startByte, bytes, sha256 }: FrameRow): Frame {
  return { object, first: firstPosition, last: lastPosition, start: startByte, bytes, sha256 };
}

const FRAMES_AT_ONCE = 32;

async function framesBetween(sql: Sql | Tx, log: LogName, { after, upTo }: Stretch): Promise<Frame[]> {
  const rows = await sql<FrameRow[]>`
    select ${FRAME(sql)} from ${archivedIn(log, "archived_frames")}
    join ${archivedIn(log, "archived_ranges")} on archived_ranges.log = ${log}
      and archived_ranges.first_position = archived_frames.range
    where archived_frames.log = ${log} and archived_frames.last_position > ${after}
      and archived_frames.first_position <= ${upTo}
    order by archived_frames.last_position limit ${FRAMES_AT_ONCE}`;
  return rows.map(frameOf);
}

/** Opened frames, the ones last used at the end: about a megabyte of text each. */
const opened = new Map<string, Promise<readonly string[]>>();
const MOST_OPENED = 48;
/** Frames that follow each other come with one request, up to so many bytes. */
const FETCH_BYTES = 1024 * 1024;

interface OpenFrame {
  /** The events at these positions of the frame, both included. */
  between(first: number, last: number): ArchivedEvent[];
}

/** Opens a frame. `around`: frames that are read next, in order. */
async function openFrame(log: LogName, frame: Frame, around: readonly Frame[] = [frame]): Promise<OpenFrame> {
  const key = keyOf(frame);
  const fetched = opened.get(key) ?? fetchFrom(frame, around);
  opened.delete(key);
  opened.set(key, fetched);
  try {
    const texts = await fetched;
    if (texts.length !== frame.last - frame.first + 1) {
      throw new Damaged("it does not hold the positions that it should");
    }
    return { between: (first, last) => parsed(log, texts.slice(first - frame.first, last - frame.first + 1), first) };
  } catch (cause) {
    opened.delete(key);
    const why = cause instanceof Error ? cause.message : String(cause);
    const { object, first, last } = frame;
    const isDamaged = cause instanceof Damaged;
    throw new ArchiveUnreadable(`${log} from ${first} to ${last} in ${object}: ${why}`, {
      cause,
      isDamaged,
      where: placeOfEvent(log, first),
    });
  }
}

/** An object is not the one that was written. */
class Damaged extends Error {}

function parsed(log: LogName, texts: readonly string[], first: number): ArchivedEvent[] {
  return texts.map((text, index) => {
    const event = parseEvent(log, text);
    if (event.position === first + index) return event;
    const position = first + index;
    const where = placeOfEvent(log, position);
    throw new ArchiveUnreadable(`${where}: ${event.position} stands there`, { where, isDamaged: true });
  });
}

function placeOfEvent(log: LogName, position: number): string {
  return `log ${log}, position ${position}`;
}

function keyOf({ object, start }: Frame): string {
  return `${object} ${start}`;
}

/** Begins to fetch a frame and those that follow it in the same object, in one request. */
function fetchFrom(frame: Frame, around: readonly Frame[]): Promise<readonly string[]> {
  const run = [frame];
  let bytes = frame.bytes;
  for (const next of around.slice(around.indexOf(frame) + 1)) {
    const last = run.at(-1) ?? frame;
    const follows = next.object === last.object && next.start === last.start + last.bytes && !opened.has(keyOf(next));
    if (!follows || bytes + next.bytes > FETCH_BYTES) break;
    run.push(next);
    bytes += next.bytes;
  }
  const body = fetchBytes(frame, bytes);
  const fetched = run.map((one) => body.then((all) => unpack(one, all.subarray(one.start - frame.start))));
  fetched.forEach((texts, index) => {
    // The reader gets the error.
    texts.catch(() => {});
    opened.set(keyOf(run[index] ?? frame), texts);
  });
  for (const key of opened.keys()) {
    if (opened.size <= MOST_OPENED) break;
    opened.delete(key);
  }
  return fetched[0] ?? Promise.resolve([]);
}

/** A reader may hold a head, so others must not wait for long; the files port itself waits for a minute. */
const PATIENCE_MS = 5_000;
/**
 * After the port did not answer, it is not asked again for so long: groups of commands would wait one after another.
 */
const PAUSE_MS = 2_000;
let pausedUntil = 0;

async function fetchBytes({ object, start }: Frame, bytes: number): Promise<Uint8Array> {
  if (performance.now() < pausedUntil) throw new Error("the files did not answer a moment ago");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the files did not answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([bytesBetween(object, { start, end: start + bytes - 1 }), late]);
  } catch (error) {
    // An object that is shorter than the range is not the one that was written.
    if (error instanceof Error && error.name === "RangeNotSatisfiable") throw new Damaged(error.message);
    if (!(error instanceof Damaged)) pausedUntil = performance.now() + PAUSE_MS;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function bytesBetween(object: string, range: { start: number; end: number }): Promise<Uint8Array> {
  const found = await archiveFiles().get(object, range);
  if (!found) throw new Damaged("the object is gone");
  return await bytesOf(found.body);
}

async function unpack(frame: Frame, bytes: Uint8Array): Promise<readonly string[]> {
  const packed = bytes.subarray(0, frame.bytes);
  if (Buffer.compare(sha256(packed), frame.sha256) !== 0) throw new Damaged("it is not the one that was written");
  return await unpackFrame(packed);
}

/** Forgets every frame that is kept open; for tests, which change objects. */
export function forgetFrames(): void {
  opened.clear();
}
