import { Pause, Play, Volume2, X } from "lucide-react";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { formatDuration, spokenDuration } from "../../lib/format.ts";
import { OneSound } from "../../player/one_sound.ts";
import { Cover } from "../../ui/Cover.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Slider } from "../../ui/Slider.tsx";
import { pausePlaying, usePlaying } from "../playing.ts";
import type { Found } from "./found.ts";

const VOLUME = 0.7;

/** Plays a preview above the player, at 70 per cent. A preview is no listen: it earns nothing, and says so. */
export function PreviewBar({ item, onClose }: { item: Found; onClose(): void }) {
  const { audio, events, state, toggle } = usePreview();
  const [volume, setVolume] = useState(VOLUME);
  useEffect(() => {
    if (audio.current) audio.current.volume = volume;
  }, [audio, volume]);
  return (
    <section
      aria-label="Preview"
      className="fixed inset-x-3 bottom-[calc(var(--frame-bottom)+0.75rem)] z-20 mx-auto flex max-w-2xl animate-enter items-center gap-3 rounded-xl border border-line bg-raised p-2.5 shadow-float"
    >
      <audio ref={audio} src={item.previewUrl ?? undefined} {...events} />
      <Cover src={item.imageUrl} seed={item.id} size={44} className="shrink-0 rounded-md" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate font-semibold">{item.title}</p>
        {state.hasFailed
          ? <p role="alert" className="truncate text-danger">No preview available for this item</p>
          : (
            <p className="truncate text-ink-soft">
              <span aria-hidden="true">{formatDuration(state.position)}</span>
              <span className="sr-only">{spokenDuration(state.position)}</span> ·{" "}
              {state.isElsewhere ? "Playing in another tab" : "Earns nothing"}
            </p>
          )}
      </div>
      <label className="hidden items-center gap-2 sm:flex">
        <Volume2 aria-hidden="true" size={18} className="text-ink-soft" />
        <Slider
          label="Preview volume"
          value={volume}
          max={1}
          step={0.05}
          valueText={`${Math.round(volume * 100)} per cent`}
          onChange={setVolume}
          className="w-24"
        />
      </label>
      <IconButton
        look="solid"
        label={state.isPlaying ? "Pause preview" : "Play preview"}
        icon={state.isPlaying ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" />}
        onClick={toggle}
      />
      <IconButton label="Close preview" size="small" icon={<X size={18} />} onClick={onClose} />
    </section>
  );
}

/** The element of the preview, which begins immediately. */
function usePreview() {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState({ isPlaying: false, position: 0, hasFailed: false, isElsewhere: false });
  const { isPlaying: isMusicPlaying } = usePlaying();
  const change = (part: Partial<typeof state>) => setState((now) => ({ ...now, ...part }));
  const [sound] = useState(() =>
    new OneSound(navigator.locks, {
      taken() {
        audio.current?.pause();
        change({ isElsewhere: true });
      },
      free: () => change({ isElsewhere: false }),
    })
  );
  useEffect(() => () => sound.give(), [sound]);
  useEffect(() => {
    // Where the browser wants a press first, the button waits for it.
    void pausePlaying().then(() => audio.current?.play()).catch(() => undefined);
  }, []);
  useEffect(() => {
    // With two songs at the same time one hears neither; the player's is the one that earns.
    if (isMusicPlaying) audio.current?.pause();
  }, [isMusicPlaying]);
  const play = async () => {
    await pausePlaying();
    await audio.current?.play().catch(() => change({ hasFailed: true }));
  };
  const events = {
    onPlay() {
      sound.take();
      change({ isPlaying: true, hasFailed: false, isElsewhere: false });
    },
    onPause() {
      sound.give();
      change({ isPlaying: false });
    },
    onError() {
      sound.give();
      change({ isPlaying: false, hasFailed: true });
    },
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) =>
      change({ position: currentTarget.currentTime }),
  };
  const shown = { ...state, isElsewhere: state.isElsewhere && !isMusicPlaying };
  return { audio, events, state: shown, toggle: () => state.isPlaying ? audio.current?.pause() : void play() };
}
