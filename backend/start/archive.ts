import type { Files } from "../adapters/files/types.ts";
import { registerArchive } from "../store/archive/archive_files.ts";

/** Streams of one or two events that no decision reads by their name: a key of eight bytes finds them in the archive. */
export const SPARSE_STREAMS: readonly string[] = ["play/", "transfer/"];

/** How old a range's newest event is before it leaves, where the operator says no other age. */
export const ARCHIVE_DAYS = 90;

/** Lets everything in this process read archived events. Before the store is opened. */
export function openArchive(files: Files): void {
  registerArchive(files);
}
