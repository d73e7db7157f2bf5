import { useQuery } from "@tanstack/react-query";
import { MessageSquareQuote } from "lucide-react";
import type { ComponentProps } from "react";
import { lyricsQuery } from "../data/lyrics.ts";
import { CaptionButton } from "../ui/CaptionButton.tsx";
import { classNames } from "../ui/class_names.ts";
import { IconButton } from "../ui/IconButton.tsx";

interface LyricsButtonProps extends Pick<ComponentProps<"button">, "aria-haspopup" | "aria-expanded" | "className"> {
  trackId: string;
  /** With its word below it. */
  isCaptioned?: boolean;
  onOpen(): void;
}

/** Opens the lyrics of the song that plays; dimmed where it is known that there are none. */
export function LyricsButton({ trackId, isCaptioned = false, className, onOpen, ...rest }: LyricsButtonProps) {
  const hasNone = useQuery(lyricsQuery(trackId)).data === null;
  const shared = {
    ...rest,
    label: hasNone ? "No lyrics yet" : "Lyrics",
    icon: <MessageSquareQuote size={isCaptioned ? 22 : 20} />,
    "aria-disabled": hasNone || undefined,
    onClick: hasNone ? undefined : onOpen,
  };
  return isCaptioned
    ? <CaptionButton {...shared} caption="Lyrics" />
    : <IconButton {...shared} className={classNames("aria-disabled:opacity-40", className)} />;
}
