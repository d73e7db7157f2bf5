import { Volume1, Volume2, VolumeX } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { Slider } from "../ui/Slider.tsx";
import type { PlayerView } from "./player_view.ts";

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
