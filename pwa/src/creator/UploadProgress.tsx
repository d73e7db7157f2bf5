import { Progress } from "../ui/Progress.tsx";
import type { Song } from "./use_upload.ts";

/** How much of the song has gone out; then the service listens to it. */
export function UploadProgress({ songs, progress }: { songs: readonly Song[]; progress: number }) {
  const index = songs.findIndex((song) => song.status === "sending");
  const song = songs[index];
  const percent = Math.floor(progress * 100);
  const place = songs.length > 1 ? ` (${index + 1} of ${songs.length})` : "";
  const text = progress < 1 ? `${percent}% sent` : "Uploaded. Orin is checking the recording...";
  return (
    <div>
      <p className="mb-2 flex justify-between gap-3 text-sm">
        <span className="min-w-0 truncate font-semibold">{song?.title}{place}</span>
        <span className="shrink-0 text-ink-soft tabular-nums">{text}</span>
      </p>
      <Progress label="Upload" value={percent} max={100} text={text} />
    </div>
  );
}
