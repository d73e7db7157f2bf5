import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useOnline } from "../lib/connection.ts";
import { plural } from "../lib/format.ts";
import { announce } from "../ui/live_regions.ts";
import { Notice } from "./Notice.tsx";
import { useWaitingPlays } from "./waiting_plays.ts";

/** Says that the connection is gone, what still works, and what waits. */
export function OfflineNotice() {
  const isOnline = useOnline();
  const waiting = useWaitingPlays();
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline && !wasOnline.current) announce("Online again");
    wasOnline.current = isOnline;
  }, [isOnline]);
  if (isOnline) return null;
  return (
    <Notice icon={<CloudOff size={20} />}>
      Offline. Saved music still plays.{waiting > 0 && ` ${plural(waiting, "play")} waiting.`}
    </Notice>
  );
}
