import { Sheet } from "../ui/Sheet.tsx";
import { PlayingLyrics } from "./PlayingLyrics.tsx";

/** The lyrics of the song that plays, over the page. */
export function LyricsSheet({ onClose }: { onClose(): void }) {
  return (
    <Sheet open title="Lyrics" onClose={onClose}>
      <div className="min-h-[60dvh] px-1">
        <PlayingLyrics />
      </div>
    </Sheet>
  );
}
