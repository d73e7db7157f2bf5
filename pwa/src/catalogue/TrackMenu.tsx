import { Download, ListPlus, Share2, Trash2 } from "lucide-react";
import { Menu, type MenuItem } from "../ui/Menu.tsx";
import type { TrackButtonProps } from "./TrackActions.tsx";

export interface TrackMenuProps extends TrackButtonProps {
  /** What stands above the rest, such as Remove. */
  first?: MenuItem;
}

/** What can be done with a track, as a menu. */
export function TrackMenu({ track, actions, first }: TrackMenuProps) {
  const items = [
    ...(first ? [first] : []),
    { label: "Download", icon: <Download size={18} />, onSelect: () => actions.download(track) },
    { label: "Add to Playlist", icon: <ListPlus size={18} />, onSelect: () => actions.addToPlaylist(track) },
    { label: "Share", icon: <Share2 size={18} />, onSelect: () => actions.share(track) },
  ];
  return <Menu label={`More for ${track.title}`} items={items} />;
}

/** For the menus of a list that tracks can be taken out of. */
export function removeItem(onSelect: () => void): MenuItem {
  return { label: "Remove", icon: <Trash2 size={18} />, dangerous: true, onSelect };
}
