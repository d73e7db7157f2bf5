import { CircleX, LockOpen, RotateCcw, Share2 } from "lucide-react";
import { lazy, useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { appSaved } from "../lib/saved/app_saved.ts";
import { formatBytes } from "../lib/saved/format_bytes.ts";
import type { Lock, Taste } from "../lib/saved/licence.ts";
import type { SavedTrack, SaveProblem } from "../lib/saved/model.ts";
import { sharedTrack } from "../lib/share.ts";
import { appPlayer, useAppPlayer } from "../player/app_player.ts";
import { toPlayerTrack } from "../player/types.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { announce } from "../ui/live_region.ts";
import { Progress } from "../ui/Progress.tsx";
import { toast } from "../ui/toast.ts";
import { TrackRow } from "../ui/TrackRow.tsx";

const ShareDialog = lazy(() => import("../ui/ShareDialog.tsx").then(({ ShareDialog }) => ({ default: ShareDialog })));

const PROBLEMS: Readonly<Record<SaveProblem, string>> = {
  device_full: "This device is full",
  gone: "No longer on Orin",
};

interface SavedRowsProps {
  tracks: readonly SavedTrack[];
  lock: Lock | undefined;
  taste: Taste | undefined;
  withheld: readonly string[];
}

/** Every song with its size or progress; those that are whole play, with the others of the list behind them. */
export function SavedRows({ tracks, lock, taste, withheld }: SavedRowsProps) {
  const { track: current, playing } = useAppPlayer();
  const [shared, setShared] = useState<SavedTrack["track"]>();
  const isLeftOut = ({ trackId }: SavedTrack) => taste !== undefined && !taste.trackIds.includes(trackId);
  const isWithheld = ({ trackId }: SavedTrack) => withheld.includes(trackId);
  const whole = tracks.filter((one) => one.state === "saved" && !isLeftOut(one) && !isWithheld(one));
  const hasRoom = taste !== undefined && taste.trackIds.length < taste.limit;
  const toggle = ({ trackId }: SavedTrack) => {
    const player = appPlayer();
    if (current?.id === trackId) return player.toggle();
    const queue = whole.map(({ track }) => toPlayerTrack(track));
    player.playTrack(queue, whole.findIndex((one) => one.trackId === trackId), "saved");
  };
  return (
    <section aria-labelledby="songs" className="mt-8">
      <h2 id="songs" className="mb-3 text-xl">Songs</h2>
      <ul className="-mx-2">
        {tracks.map((saved) => (
          <TrackRow
            key={saved.key}
            track={saved.track}
            isCurrent={current?.id === saved.trackId}
            isPlaying={playing}
            onToggle={() => toggle(saved)}
            unavailable={current?.id === saved.trackId
              ? undefined
              : unavailable(saved, { lock, isLeftOut: isLeftOut(saved), isWithheld: isWithheld(saved) })}
            detail={` · ${formatBytes(saved.bytes)}`}
            actions={
              <RowActions
                saved={saved}
                canKeep={hasRoom && saved.state === "saved" && isLeftOut(saved)}
                onShare={() => setShared(saved.track)}
              />
            }
          />
        ))}
      </ul>
      <Deferred>
        {shared && <ShareDialog title="Share" shared={sharedTrack(shared)} onClose={() => setShared(undefined)} />}
      </Deferred>
    </section>
  );
}

function unavailable(
  saved: SavedTrack,
  { lock, isLeftOut, isWithheld }: { lock: Lock | undefined; isLeftOut: boolean; isWithheld: boolean },
): string | undefined {
  const { state, problem, doneBytes, bytes } = saved;
  if (state === "failed") return problem ? PROBLEMS[problem] : "Could not be saved";
  if (state === "waiting" && isLeftOut) return "No room without Premium";
  if (state === "waiting") return bytes > 0 ? `${formatBytes(doneBytes)} of ${formatBytes(bytes)}` : "Waiting";
  if (isWithheld) return "Not on Orin at the moment";
  return lock || isLeftOut ? "Saved, but locked" : undefined;
}

interface RowActionsProps {
  saved: SavedTrack;
  /** It may become one of the few songs that play without Premium. */
  canKeep: boolean;
  onShare(): void;
}

function RowActions({ saved, canKeep, onShare }: RowActionsProps) {
  const { trackId, track: { title, artist }, state, doneBytes, bytes } = saved;
  const remove = async () => {
    await (await appSaved()).remove(trackId);
    announce(`${title} is no longer on this device`);
  };
  const keep = async () => {
    await (await appSaved()).keepTaste(trackId).then(
      () => announce(`${title} plays without Premium`),
      (error: unknown) => toast(failureText(error, "The song could not be saved"), "error"),
    );
  };
  const retry = async () => await (await appSaved()).retry();
  return (
    <>
      {state === "waiting" && bytes > 0 && (
        <span className="w-14 shrink-0 sm:w-24">
          <Progress
            label={`Saving ${title}`}
            value={doneBytes}
            max={bytes}
            text={`${formatBytes(doneBytes)} of ${formatBytes(bytes)}`}
          />
        </span>
      )}
      {canKeep && (
        <IconButton
          label={`Keep ${title} without Premium`}
          icon={<LockOpen size={18} />}
          onClick={() => void keep()}
        />
      )}
      {state === "failed" && (
        <IconButton
          label={`Try ${title} again`}
          icon={<RotateCcw size={18} />}
          onClick={() => void retry()}
        />
      )}
      <IconButton label={`Share ${title} by ${artist}`} icon={<Share2 size={18} />} onClick={onShare} />
      <IconButton
        label={`Remove ${title} from this device`}
        icon={<CircleX size={18} />}
        onClick={() => void remove()}
      />
    </>
  );
}
