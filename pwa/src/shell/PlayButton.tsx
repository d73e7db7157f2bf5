import { Pause, Play } from "lucide-react";
import { IconButton } from "../ui/IconButton.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import type { PlayerView } from "./player_view.ts";

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
