import { CloudCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useOnline } from "../lib/connection.ts";
import { plural } from "../lib/format.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { announce } from "../ui/live_region.ts";
import { Notice } from "./Notice.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { useHomecoming } from "./use_homecoming.ts";

/** Says that the connection is gone, until that is put away, and what the plays that waited earned once they are in. */
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
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    if (isOnline && !wasOnline.current) announce("Online again");
    wasOnline.current = isOnline;
    setHidden(false);
  }, [isOnline]);
  if (!isOnline) return !isHidden && <OfflineBar plays={waiting} changes={changes} onClose={() => setHidden(true)} />;
  return homecoming && (
    <Notice icon={<CloudCheck size={20} />} onClose={dismiss}>
      {plural(homecoming.plays, "waiting play")} sent. {homecoming.tokens > 0
        ? `You earned ${tokensWithNaira(homecoming.tokens)}.`
        : `${homecoming.plays === 1 ? "It" : "They"} earned nothing new.`}
    </Notice>
  );
}
