import { Repeat, Repeat1, Shuffle } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "../lib/store.ts";
import { appPlayer } from "../player/app_player.ts";
import { toggleShuffle } from "../player/queue.ts";
import { CaptionButton } from "../ui/CaptionButton.tsx";
import { classNames } from "../ui/class_names.ts";
import { IconButton } from "../ui/IconButton.tsx";

interface OrderProps {
  /** Size of the icon in px. */
  size?: number;
  /** With its word below it. */
  isCaptioned?: boolean;
  className?: string;
}

/** Mixes what comes next, or brings it back into its order. */
export function ShuffleButton({ size = 22, ...rest }: OrderProps) {
  const player = appPlayer();
  const { unshuffled } = useStore(player.state);
  return (
    <Switch
      {...rest}
      label="Shuffle"
      caption="Shuffle"
      isOn={unshuffled !== null}
      icon={<Shuffle size={size} />}
      onPress={() => toggleShuffle(player)}
    />
  );
}

/** The one repeat: off, this song, all songs of the queue. Its name is what it does now. */
export function RepeatButton({ size = 22, ...rest }: OrderProps) {
  const player = appPlayer();
  const { repeat, repeatAll } = useStore(player.state);
  return (
    <Switch
      {...rest}
      label={repeat ? "Repeat this song" : repeatAll ? "Repeat all" : "Repeat"}
      caption="Repeat"
      isOn={repeat || repeatAll}
      icon={repeat ? <Repeat1 size={size} /> : <Repeat size={size} />}
      onPress={player.changeRepeat}
    />
  );
}

interface SwitchProps extends Omit<OrderProps, "size"> {
  label: string;
  caption: string;
  isOn: boolean;
  icon: ReactNode;
  onPress(): void;
}

function Switch({ label, caption, isOn, icon, isCaptioned = false, className, onPress }: SwitchProps) {
  const shared = { label, icon, "aria-pressed": isOn, onClick: onPress };
  if (isCaptioned) return <CaptionButton {...shared} caption={caption} isOn={isOn} className={className} />;
  return (
    <IconButton
      {...shared}
      className={classNames(
        "relative",
        isOn && "text-accent! after:absolute after:bottom-1 after:size-1 after:rounded-full after:bg-accent",
        className,
      )}
    />
  );
}
