import type { Track } from "@contract/catalogue.ts";
import { newId } from "@contract/ids.ts";
import { failureText } from "../lib/api_error.ts";
import { isClosed } from "../lib/early_access.ts";
import { toPlayerTrack } from "../player/types.ts";
import { toast } from "../ui/toast.ts";

interface RadioStart {
  kind: "track" | "artist" | "playlist";
  id: string;
  /** What the radio is of, as people know it. */
  name: string;
  /** Plays first: the song that the radio is of. */
  first?: Track | undefined;
}

/** Plays songs near a song, an artist or a playlist, which become the queue. The radio of what plays lets it play on. */
export async function startRadio({ kind, id, name, first }: RadioStart): Promise<void> {
  try {
    const { appPlayer, getRadio } = await import("../player/app_player.ts");
    const player = appPlayer();
    const songs = await getRadio(`${kind}:${id}`, newId());
    if (songs.length === 0) return void toast("There are no songs for this radio yet.");
    const { track, playing } = player.state.get();
    if (track && track.id === first?._id) {
      player.choose({
        queue: [{ ...track, reason: undefined, isSuggested: undefined }, ...songs],
        index: 0,
        unshuffled: null,
      });
      if (!playing) player.play();
    } else player.playTrack([...first && !isClosed(first) ? [toPlayerTrack(first)] : [], ...songs], 0, "radio");
    void toast(`Radio: ${name}`);
  } catch (error) {
    void toast(failureText(error, "The radio could not be started. Please try again."), "error");
  }
}
