import { ListVideo, MonitorSmartphone } from "lucide-react";
import { useOnline } from "../lib/connection.ts";
import { useSession } from "../lib/session.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { LyricsButton } from "./LyricsButton.tsx";
import { useOpenSheet } from "./player_sheets.ts";
import { useHasRoom, usePanel, useShowFromPlayer } from "./side_panel.ts";

/** At the end of the wide bar: lyrics and queue, beside the page where there is room, and the account's devices. */
export function WideButtons({ trackId }: { trackId: string }) {
  const hasRoom = useHasRoom();
  const panel = usePanel();
  const show = useShowFromPlayer();
  const openSheet = useOpenSheet();
  const isLoggedIn = useSession() !== null;
  const isOnline = useOnline();
  const opens = (what: typeof panel) =>
    hasRoom ? { "aria-expanded": panel === what } : { "aria-haspopup": "dialog" as const };
  const look = (what: typeof panel) => panel === what ? "text-accent!" : "";
  return (
    <>
      <LyricsButton trackId={trackId} {...opens("lyrics")} className={look("lyrics")} onOpen={() => show("lyrics")} />
      <IconButton
        label="Queue"
        icon={<ListVideo size={20} />}
        {...opens("queue")}
        onClick={() => show("queue")}
        className={look("queue")}
      />
      {isLoggedIn && isOnline && (
        <IconButton
          label="Your devices"
          icon={<MonitorSmartphone size={20} />}
          aria-haspopup="dialog"
          onClick={() => openSheet("devices")}
        />
      )}
    </>
  );
}
