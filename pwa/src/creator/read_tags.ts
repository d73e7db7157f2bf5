import { LEAST_PICTURE_PX } from "@contract/uploads.ts";

/** What a file says of itself; the service measures and decides. */
export interface FileTags {
  title: string | undefined;
  artist: string | undefined;
  album: string | undefined;
  genre: string | undefined;
  durationSeconds: number | undefined;
  cover: File | undefined;
}

/** Reads a sound file's tags in the browser. A file that says nothing readable says nothing: never a failure. */
export async function readTags(file: File): Promise<FileTags> {
  const tags = await parsed(file).catch(() => undefined);
  return {
    title: legible(tags?.common.title) ?? file.name.replace(/\.[^.]+$/, "").replaceAll("_", " "),
    artist: legible(tags?.common.artist),
    album: legible(tags?.common.album),
    genre: legible(tags?.common.genre?.[0]),
    durationSeconds: tags?.format.duration ?? await durationByElement(file),
    cover: await drawable(coverIn(tags?.common.picture?.[0])),
  };
}

/**
 * WAV and old MP3 tags do not say how their letters are written. The parser takes them for Latin-1, though most programs
 * write UTF-8: "Ọjọ́" would come out as "á»\u008djá»\u008dÌ\u0081". Latin-1 proper is hardly ever valid UTF-8.
 */
function legible(tag = ""): string | undefined {
  return inUtf8(tag).trim() || undefined;
}

function inUtf8(text: string): string {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  if (codes.some((code) => code > 0xff)) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(codes));
  } catch {
    return text;
  }
}

const IN_MEMORY_BYTES = 30_000_000;

/**
 * The parser is large, and only uploads need it. An MP3 that does not say its length has to be read frame by frame: from
 * memory that is quick, from a file it took 51 s for a song of four minutes.
 */
async function parsed(file: File) {
  const { parseBlob, parseBuffer } = await import("music-metadata");
  if (file.size >= IN_MEMORY_BYTES) return await parseBlob(file);
  const about = { mimeType: file.type, path: file.name, size: file.size };
  return await parseBuffer(new Uint8Array(await file.arrayBuffer()), about, { duration: true });
}

function coverIn(picture: { format: string; data: Uint8Array } | undefined): File | undefined {
  if (!picture || !/^image\/(jpe?g|png|webp|gif|avif)$/.test(picture.format)) return undefined;
  return new File([new Uint8Array(picture.data)], "cover", { type: picture.format });
}

/** A picture inside of a recording that cannot be shown, or is a dot, is none: it must not keep the song out. */
async function drawable(cover: File | undefined): Promise<File | undefined> {
  if (!cover || !("createImageBitmap" in globalThis)) return cover;
  const { width, height } = await createImageBitmap(cover).catch(() => ({ width: 0, height: 0 }));
  return Math.min(width, height) < LEAST_PICTURE_PX ? undefined : cover;
}

const ELEMENT_MS = 5_000;

/** What the browser's own decoder believes, where the file does not say it. */
function durationByElement(file: File): Promise<number | undefined> {
  const audio = new Audio();
  const url = URL.createObjectURL(file);
  return new Promise<number | undefined>((done) => {
    audio.preload = "metadata";
    audio.onloadedmetadata = () => done(Number.isFinite(audio.duration) ? audio.duration : undefined);
    audio.onerror = () => done(undefined);
    setTimeout(() => done(undefined), ELEMENT_MS);
    audio.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}
