import {
  CircleArrowDown,
  CircleX,
  Download,
  Flag,
  Gift,
  ListChecks,
  ListEnd,
  ListPlus,
  ListStart,
  MessagesSquare,
  Radio,
  Share2,
  Trash2,
} from "lucide-react";
import { useNavigate } from "react-router-dom";
import { appSaved, useSaved } from "../lib/saved/app_saved.ts";
import { Menu, type MenuItem } from "../ui/Menu.tsx";
import type { TrackButtonProps } from "./TrackActions.tsx";

interface TrackMenuProps extends TrackButtonProps {
  /** Items above the rest, such as Remove. */
  first?: MenuItem;
  /** The song's own page shows its comments already. */
  isOnItsPage?: boolean;
}

/** What can be done with a track, as a menu. */
export function TrackMenu({ track, actions, first, isOnItsPage = false }: TrackMenuProps) {
  const navigate = useNavigate();
  const give = () => navigate(`/gift/${track.artistId}?track=${track._id}`);
  const discuss = () => navigate(`/track/${track._id}#comments`);
  const saved = useSaved()?.tracks.find(({ trackId }) => trackId === track._id);
  const items = [
    ...(first ? [first] : []),
    { label: "Play Next", icon: <ListStart size={18} />, onSelect: () => actions.playNext(track) },
    { label: "Add to Queue", icon: <ListEnd size={18} />, onSelect: () => actions.addToQueue(track) },
    { label: "Start Radio", icon: <Radio size={18} />, onSelect: () => actions.radio(track) },
    saved
      ? { label: "Remove from this device", icon: <CircleX size={18} />, onSelect: () => void removeSaved(track._id) }
      : { label: "Save on this device", icon: <CircleArrowDown size={18} />, onSelect: () => actions.save(track) },
    { label: "Download", icon: <Download size={18} />, onSelect: () => actions.download(track) },
    { label: "Add to Playlist", icon: <ListPlus size={18} />, onSelect: () => actions.addToPlaylist(track) },
    ...(actions.select
      ? [{ label: "Select", icon: <ListChecks size={18} />, onSelect: () => actions.select?.(track) }]
      : []),
    { label: "Share", icon: <Share2 size={18} />, onSelect: () => actions.share(track) },
    ...(isOnItsPage ? [] : [{ label: "Comments", icon: <MessagesSquare size={18} />, onSelect: discuss }]),
    { label: "Send a gift", icon: <Gift size={18} />, onSelect: give },
    { label: "Report", icon: <Flag size={18} />, onSelect: () => navigate(`/report/song/${track._id}`) },
  ];
  return <Menu label={`More for ${track.title} by ${track.artist}`} items={items} />;
}

async function removeSaved(trackId: string): Promise<void> {
  await (await appSaved()).remove(trackId);
}

/** For the menus of a list that tracks can be taken out of. */
export function removeItem(onSelect: () => void): MenuItem {
  return { label: "Remove", icon: <Trash2 size={18} />, dangerous: true, onSelect };
}
