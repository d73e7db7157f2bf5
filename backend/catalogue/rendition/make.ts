import { join } from "node:path";
import type { Files } from "../../adapters/files/types.ts";
import { type Media, MediaRefusal, type Rendition } from "../../adapters/media/types.ts";
import type { MeasuredLoudness, RenditionMade, RenditionQuality } from "../track/events.ts";

const SPECS: Readonly<Record<RenditionQuality, Omit<Rendition, "loudness"> & { ending: string; contentType: string }>> =
  {
    saver: { codec: "aac", kbps: 48, ending: "m4a", contentType: "audio/mp4" },
    normal: { codec: "aac", kbps: 96, ending: "m4a", contentType: "audio/mp4" },
    high: { codec: "aac", kbps: 160, ending: "m4a", contentType: "audio/mp4" },
    download: { codec: "mp3", kbps: 160, ending: "mp3", contentType: "audio/mpeg" },
  };

export interface MakeRendition {
  readonly trackId: string;
  readonly quality: RenditionQuality;
  /** Of another recording than the first: its files stand in a folder of their own. */
  readonly recordingId?: string;
  readonly sourceKey: string;
  readonly loudness: MeasuredLoudness;
  /** Of a file that exists already, where that is known. */
  readonly standingLufs?: number;
}

/**
 * Makes a rendition's file and describes it. A file that exists already is taken as it is: it is whole, because files
 * appear in one step, and it is the right one, because its name says all that it was made from.
 */
export async function makeRendition(
  { files, media }: { readonly files: Files; readonly media: Media },
  { trackId, quality, recordingId, sourceKey, loudness, standingLufs }: MakeRendition,
): Promise<RenditionMade["data"]> {
  const { ending: _, contentType, ...spec } = SPECS[quality];
  const key = renditionKey(recordingId === undefined ? trackId : `${trackId}/${recordingId}`, quality);
  const known = await files.stat(key);
  if (known) {
    const measured = standingLufs === undefined ? {} : { integratedLufs: standingLufs };
    return { trackId, quality, key, bytes: known.bytes, contentType, ...measured };
  }
  await using folder = await workFolder(media);
  const [input, output] = [join(folder.path, "source"), join(folder.path, "rendition")];
  await copyOut(files, { key: sourceKey, path: input });
  const made = await media.rendition(input, output, { ...spec, loudness });
  const file = await Deno.open(output);
  const stored = await files.put(key, file.readable, { contentType, bytes: made.bytes });
  return { trackId, quality, key, bytes: stored.bytes, contentType, integratedLufs: made.integratedLufs };
}

/** The name of a rendition's file; `folder` is the track's id, with that of another recording behind it. */
export function renditionKey(folder: string, quality: RenditionQuality): string {
  return `tracks/${folder}/${quality}.${SPECS[quality].ending}`;
}

/** A folder inside the decoding process's directory, gone with everything in it when it is disposed. */
export async function workFolder(media: Media): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ dir: media.workDir, prefix: "job-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Removes the files of killed uploads and jobs: those that nothing has written to for this long. */
export async function sweepWorkFolders(media: Media, olderThanMs: number): Promise<void> {
  for await (const entry of Deno.readDir(media.workDir)) {
    if (!/^(job|cover)-/.test(entry.name)) continue;
    const path = join(media.workDir, entry.name);
    if (Date.now() - await lastWrittenAt(path) > olderThanMs) {
      await Deno.remove(path, { recursive: true }).catch(() => {});
    }
  }
}

/** The newest change of a folder or of a file in it: a growing file does not touch its folder. */
async function lastWrittenAt(path: string): Promise<number> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (!info) return Date.now();
  const inside = info.isDirectory ? await Array.fromAsync(Deno.readDir(path)).catch(() => []) : [];
  const files = await Promise.all(inside.map((entry) => Deno.stat(join(path, entry.name)).catch(() => undefined)));
  return Math.max(...[info, ...files].map((one) => one?.mtime?.getTime() ?? 0));
}

/** Writes a stored file into a new one on the disk. */
export async function copyOut(files: Files, { key, path }: { key: string; path: string }): Promise<void> {
  const source = await files.get(key);
  if (!source) throw new Error(`Cannot read the recording "${key}": it is not there`);
  const file = await Deno.open(path, { write: true, createNew: true });
  await source.body.pipeTo(file.writable);
}

/** Whether it was a picture that was refused, and not a recording. */
export function isPictureRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && /image/.test(String(error.code));
}

/** Why the media refuse a file, written for its creator; undefined for faults of ours, which are worth a retry. */
export function mediaRefusal(error: unknown): string | undefined {
  return error instanceof MediaRefusal ? error.message : undefined;
}
