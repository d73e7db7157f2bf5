import { CloudCheck, CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useOnline } from "../lib/connection.ts";
import { formatTokens, plural } from "../lib/format.ts";
import { announce } from "../ui/live_region.ts";
import { Notice } from "./Notice.tsx";
import { useHomecoming } from "./use_homecoming.ts";

/** Says that the connection is gone, what still works, what waits, and what it earned once it is in. */
export function OfflineNotice() {
  const isOnline = useOnline();
  const outbox = useOutboxSnapshot();
  const waiting = outbox?.waiting ?? 0;
  const changes = outbox?.writes.length ?? 0;
  const [homecoming, dismiss] = useHomecoming({
    isOnline,
    waiting: outbox?.isRead ? outbox.waiting : undefined,
    earned: outbox?.earnedSince ?? 0,
  });
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline && !wasOnline.current) announce("Online again");
    wasOnline.current = isOnline;
  }, [isOnline]);
  if (!isOnline) {
    return (
      <Notice icon={<CloudOff size={20} />}>
        Offline. <Link to="/saved" className="underline underline-offset-4">Saved music</Link>{" "}
        still plays.{waiting > 0 && ` ${plural(waiting, "play")} waiting.`}
        {changes > 0 && ` ${plural(changes, "change")} waiting.`}
      </Notice>
    );
  }
  return homecoming && (
    <Notice icon={<CloudCheck size={20} />} onClose={dismiss}>
      {plural(homecoming.plays, "waiting play")} sent.{" "}
      {homecoming.tokens > 0 ? `You earned ${formatTokens(homecoming.tokens)} tokens.` : "Nothing new was earned."}
    </Notice>
  );
}
