import { addTracksToPlaylist, createPlaylist, listPlaylists } from "@contract/calls/playlists.ts";
import { matchTracks } from "@contract/calls/catalogue.ts";
import { ask } from "../../../lib/ask.ts";
import { newId } from "@contract/ids.ts";
import { MOST_ROWS_A_MATCH, type WantedSong } from "@contract/match.ts";
import { MOST_PLAYLIST_TRACKS, type PlaylistList } from "@contract/playlists.ts";
import { hasCode } from "../../../lib/api_error.ts";
import type { FoundList } from "./song.ts";

/** What an import has done so far. */
export interface ImportProgress {
  looked: number;
  found: number;
}

export interface ImportResult {
  added: number;
  /** They were in the list before. */
  known: number;
  /** The list had no room for them. */
  left: number;
  missing: WantedSong[];
  /** The list to look at afterwards, "" for My Playlist. */
  listId: string;
}

interface ImportOptions {
  /** A list of its own for each of the file's, or all into My Playlist. */
  own: boolean;
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

/** Finds the songs of lists on Orin and adds them; the same import again adds nothing twice. */
export async function importLists(lists: readonly FoundList[], options: ImportOptions): Promise<ImportResult> {
  const total: ImportResult = { added: 0, known: 0, left: 0, missing: [], listId: "" };
  const progress: ImportProgress = { looked: 0, found: 0 };
  const known = await ask(listPlaylists, { signal: options.signal });
  for (const list of lists) {
    const trackIds: string[] = [];
    for (let start = 0; start < list.rows.length; start += MOST_ROWS_A_MATCH) {
      const rows = list.rows.slice(start, start + MOST_ROWS_A_MATCH);
      const body = { rows };
      const { matches } = await ask(matchTracks, { body, signal: options.signal });
      rows.forEach((row, index) => {
        const id = matches[index];
        if (id) trackIds.push(id);
        else total.missing.push(row);
      });
      progress.looked += rows.length;
      progress.found = trackIds.length + total.added + total.known + total.left;
      options.onProgress({ ...progress });
    }
    await add(total, [...new Set(trackIds)], { list, known, own: options.own });
  }
  return total;
}

/** An own list of the same name takes the songs, so that the import can be made again. */
async function add(
  total: ImportResult,
  trackIds: readonly string[],
  { list, known, own }: { list: FoundList; known: PlaylistList; own: boolean },
): Promise<void> {
  if (trackIds.length === 0) return;
  const name = list.name.normalize("NFC");
  const same = own
    ? known.playlists.find((one) => !one.isDefault && !one.isShared && one.name === name)
    : known.playlists.find(({ isDefault }) => isDefault);
  const playlistId = same?._id ?? newId();
  if (!same) await ask(createPlaylist, { body: { playlistId, name } });
  if (own) total.listId = playlistId;
  for (let start = 0; start < trackIds.length; start += MOST_PLAYLIST_TRACKS) {
    const body = { trackIds: trackIds.slice(start, start + MOST_PLAYLIST_TRACKS) };
    const answer = await addSome(playlistId, body);
    total.added += answer.added;
    total.known += answer.known;
    total.left += answer.left;
  }
}

async function addSome(id: string, body: { trackIds: string[] }) {
  try {
    return await ask(addTracksToPlaylist, { id, body });
  } catch (error) {
    if (hasCode(error, "playlist_full")) return { added: 0, known: 0, left: body.trackIds.length };
    throw error;
  }
}
