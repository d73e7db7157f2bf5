import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { NOTICES_KEY, notificationSettingsQuery, unreadQuery } from "../data/notifications.ts";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { renewPush } from "../lib/push.ts";
import { useSession } from "../lib/session.ts";

const MOST_SHOWN = 99;

/** Leads to what there is to know, and says how much of it is new. */
export function Bell() {
  const { data } = useQuery(unreadQuery);
  useWorker();
  const unread = data?.unread ?? 0;
  const shown = unread >= MOST_SHOWN ? `${MOST_SHOWN}+` : unread;
  return (
    <PreloadLink
      to="/notifications"
      aria-label={unread > 0 ? `Notifications, ${shown} new` : "Notifications"}
      className="relative inline-grid size-[44px] shrink-0 place-items-center rounded-full text-ink-soft hover:bg-ink/8 hover:text-ink"
    >
      <BellIcon size={22} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 left-1/2 min-w-[20px] rounded-full bg-primary px-1 text-center text-[12px] leading-[20px] font-bold text-on-primary tabular-nums"
        >
          {shown}
        </span>
      )}
    </PreloadLink>
  );
}

/** Goes where a pressed notification leads, asks anew when one came, and keeps this browser's subscription. */
function useWorker(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const token = useSession()?.token;
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    const hear = ({ data, ports }: MessageEvent) => {
      if (data?.type === "NOTIFIED") void client.invalidateQueries({ queryKey: NOTICES_KEY });
      if (data?.type !== "OPEN" || typeof data.path !== "string") return;
      ports[0]?.postMessage("opened");
      void client.invalidateQueries({ queryKey: NOTICES_KEY });
      void navigate(data.path);
    };
    worker.addEventListener("message", hear);
    worker.startMessages();
    return () => worker.removeEventListener("message", hear);
  }, [client, navigate]);
  useEffect(() => {
    const key = async () => (await client.fetchQuery(notificationSettingsQuery)).push.publicKey;
    // Without a network it is told at the next start.
    renewPush(key).catch(() => undefined);
  }, [client, token]);
}
