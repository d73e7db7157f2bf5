import { MicVocal } from "lucide-react";
import { IconButton } from "../ui/IconButton.tsx";
import { useOpenSheet } from "./player_sheets.ts";

/** Opens the lyrics of the song that plays. */
export function LyricsButton() {
  const openSheet = useOpenSheet();
  return (
    <IconButton
      label="Lyrics"
      icon={<MicVocal size={20} />}
      aria-haspopup="dialog"
      onClick={() => openSheet("lyrics")}
    />
  );
}
