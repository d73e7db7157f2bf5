import { Download, Share2 } from "lucide-react";
import { Menu } from "../ui/Menu.tsx";
import type { TrackButtonProps } from "./TrackActions.tsx";

/** What can be done with a track, as a menu. */
export function TrackMenu({ track, actions }: TrackButtonProps) {
  const items = [
    { label: "Download", icon: <Download size={18} />, onSelect: () => actions.download(track) },
    { label: "Share", icon: <Share2 size={18} />, onSelect: () => actions.share(track) },
  ];
  return <Menu label={`More for ${track.title}`} items={items} />;
}
