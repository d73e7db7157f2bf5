import type { LyricsLanguage } from "@contract/lyrics.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

const NAME = "orin-uploads";
/** Says to the next start that something of an upload waits here, so that it need not look. */
const MARK = "orin.uploads";

/** What of an unfinished upload is kept on the device: the form, and of each recording how far it has come. */
interface KeptDraft {
  userId: string;
  shared: Readonly<Record<string, string | boolean>>;
  cover: File | undefined;
  songs: readonly KeptSong[];
  isPublishing: boolean;
}

interface KeptSong {
  key: string;
  name: string;
  type: string;
  bytes: number;
  title: string;
  duration: string;
  lyrics?: { text: string; language: LyricsLanguage | ""; offensive: boolean };
  status: string;
  sentBytes: number;
  uploadUrl: string | undefined;
  failure: string | undefined;
  trackId?: string | undefined;
  isKnown?: boolean;
  lyricsFailure?: string | undefined;
}

interface Kept extends DBSchema {
  drafts: { key: string; value: KeptDraft };
  /** Recordings, where the browser's file system takes none. */
  files: { key: string; value: Blob };
}

let opening: Promise<IDBPDatabase<Kept>> | undefined;

function open(): Promise<IDBPDatabase<Kept>> {
  const forget = () => {
    void opening?.then((database) => database.close());
    opening = undefined;
  };
  return opening ??= openDB<Kept>(NAME, 1, {
    upgrade(database) {
      database.createObjectStore("drafts", { keyPath: "userId" });
      database.createObjectStore("files");
    },
    // Logging out deletes it: no tab may hold on to it.
    blocking: forget,
    terminated: forget,
  });
}

/** The person's unfinished upload; undefined where there is none. */
export async function readDraft(userId: string): Promise<KeptDraft | undefined> {
  return await (await open()).get("drafts", userId);
}

/** Keeps how far an upload has come. */
export async function writeDraft(draft: KeptDraft): Promise<void> {
  await (await open()).put("drafts", draft);
  localStorage.setItem(MARK, "1");
}

/** Keeps a recording in the browser's own file system, else in its database. Rejects where there is no room. */
export async function keepFile(userId: string, key: string, file: Blob): Promise<void> {
  try {
    const folder = await folderOf(userId, { create: true });
    const handle = await folder.getFileHandle(key, { create: true });
    await file.stream().pipeTo(await handle.createWritable());
  } catch {
    await (await open()).put("files", file, fileKey(userId, key));
  }
}

/** A recording that was kept; undefined where it is not, or not as a whole. */
export async function keptFile(userId: string, { key, bytes, name, type }: KeptSong): Promise<File | undefined> {
  const inFolder = async () => (await (await folderOf(userId)).getFileHandle(key)).getFile();
  const found: Blob | undefined = await inFolder().catch(async () =>
    await (await open()).get("files", fileKey(userId, key))
  );
  return found?.size === bytes ? new File([found], name, { type }) : undefined;
}

/** Removes one recording from this device. */
export async function dropFile(userId: string, key: string): Promise<void> {
  await folderOf(userId).then((folder) => folder.removeEntry(key)).catch(() => undefined);
  await (await open()).delete("files", fileKey(userId, key));
}

/** Removes everything of the person's upload from this device. */
export async function dropDraft(userId: string): Promise<void> {
  localStorage.removeItem(MARK);
  const database = await open();
  await database.delete("drafts", userId);
  await database.delete("files", IDBKeyRange.bound(fileKey(userId, ""), fileKey(userId, "\uffff")));
  await (await rootFolder())?.removeEntry(userId, { recursive: true }).catch(() => undefined);
}

/** How many songs of the person wait on this device, and their bytes. */
export async function keptSize(userId: string): Promise<{ songs: number; bytes: number }> {
  const songs = (await readDraft(userId))?.songs.filter(({ status }) => status !== "sent") ?? [];
  return { songs: songs.length, bytes: songs.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function fileKey(userId: string, key: string): string {
  return `${userId}/${key}`;
}

async function rootFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  return await (await navigator.storage?.getDirectory?.())?.getDirectoryHandle(NAME, { create: true });
}

async function folderOf(userId: string, options: { create?: boolean } = {}): Promise<FileSystemDirectoryHandle> {
  const root = await rootFolder();
  if (!root) throw new Error("This browser has no file system of its own");
  return await root.getDirectoryHandle(userId, options);
}
