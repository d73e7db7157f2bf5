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
    title: tags?.common.title ?? file.name.replace(/\.[^.]+$/, "").replaceAll("_", " "),
    artist: tags?.common.artist,
    album: tags?.common.album,
    genre: tags?.common.genre?.[0],
    durationSeconds: tags?.format.duration ?? await durationByElement(file),
    cover: coverIn(tags?.common.picture?.[0]),
  };
}

/** The parser is large, and only uploads need it. */
async function parsed(file: File) {
  const { parseBlob } = await import("music-metadata");
  return await parseBlob(file, { duration: file.size < 30_000_000 });
}

function coverIn(picture: { format: string; data: Uint8Array } | undefined): File | undefined {
  if (!picture || !/^image\/(jpe?g|png|webp)$/.test(picture.format)) return undefined;
  return new File([new Uint8Array(picture.data)], "cover", { type: picture.format });
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
