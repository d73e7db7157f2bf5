import { Pause, Play, Volume1, Volume2, VolumeX } from "lucide-react";
import { useRef } from "react";
import { useHeart } from "../data/hearts.ts";
import { useSession } from "../lib/session.ts";
import { HeartButton } from "../ui/HeartButton.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Slider } from "../ui/Slider.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import type { PlayerView, ShownTrack } from "./player_view.ts";

/** Play or Pause, with a ring while the sound is awaited; it can be pressed all the same. */
export function PlayButton({ player, size = "medium" }: { player: PlayerView; size?: "medium" | "large" }) {
  const pixels = size === "large" ? 28 : 20;
  const icon = player.playing && player.waiting
    ? <Spinner size={pixels} />
    : player.playing
    ? <Pause size={pixels} fill="currentColor" />
    : <Play size={pixels} fill="currentColor" className="ml-0.5" />;
  return (
    <IconButton
      look="solid"
      size={size}
      label={player.playing ? "Pause" : player.isElsewhere ? "Play here" : "Play"}
      icon={icon}
      onClick={player.toggle}
    />
  );
}

/** The heart of what plays; visitors have none to give. */
export function PlayingHeart({ track: { id, title }, className }: { track: ShownTrack; className?: string }) {
  const session = useSession();
  const { isHearted, isKnown, isPending, isWaiting, set } = useHeart("track", id, { about: title });
  if (!session) return null;
  return (
    <HeartButton
      what={title}
      isHearted={isHearted}
      isWaiting={isWaiting}
      disabled={!isKnown || isPending}
      onToggle={() => set(!isHearted)}
      className={className}
    />
  );
}

/** Mute and volume. Phones have keys for it, and on iOS a page cannot set it, so it only shows on wide screens. */
export function VolumeControl({ player }: { player: PlayerView }) {
  const before = useRef(80);
  const { volume } = player;
  const isMuted = volume === 0;
  const Icon = isMuted ? VolumeX : volume < 50 ? Volume1 : Volume2;
  const toggle = () => {
    if (!isMuted) before.current = volume;
    player.setVolume(isMuted ? before.current : 0);
  };
  return (
    <div className="flex w-34 items-center gap-1">
      <IconButton size="small" label={isMuted ? "Unmute" : "Mute"} icon={<Icon size={20} />} onClick={toggle} />
      <Slider
        label="Volume"
        value={volume}
        max={100}
        valueText={`${Math.round(volume)} percent`}
        onChange={player.setVolume}
      />
    </div>
  );
}
