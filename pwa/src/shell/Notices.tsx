import { CloudCheck, Download, LogIn, Share, Sparkles, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useIsBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { plural } from "../lib/format.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { loginPath, useIsRefused } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { buttonClass } from "../ui/button_class.ts";
import { announce } from "../ui/live_region.ts";
import { OfflineBar } from "./OfflineBar.tsx";
import { dismissInstall, installOffer } from "./install.ts";
import { readyUpdate } from "./update.ts";
import { useHomecoming } from "./use_homecoming.ts";

/** Where the app says what concerns every screen. */
export function Notices() {
  return (
    <div className="pointer-events-none fixed inset-x-2 bottom-[calc(var(--frame-over)+0.25rem)] z-20 flex flex-col items-center gap-2 md:right-[calc(var(--panel)+1.5rem)] md:left-[calc(var(--side)+1.5rem)] md:items-end">
      <InstallPrompt />
      <UpdatePrompt />
      <SessionNotice />
      <OfflineNotice />
    </div>
  );
}

/** Offers to install Orin; on an iPhone, where a page cannot ask, it tells how. */
function InstallPrompt() {
  const offer = useStore(installOffer);
  if (!offer) return null;
  if (offer.kind === "ios") {
    return (
      <Notice icon={<Share size={20} />} onClose={dismissInstall}>
        Install Orin: tap Share, then Add to Home Screen.
      </Notice>
    );
  }
  return (
    <Notice
      icon={<Download size={20} />}
      onClose={dismissInstall}
      action={<Button size="small" variant="quiet" onClick={offer.install}>Install</Button>}
    >
      Install Orin: it opens faster, even offline.
    </Notice>
  );
}

/** Offers the new version. While something plays, uploads or is half typed it waits, and says so. */
function UpdatePrompt() {
  const apply = useStore(readyUpdate);
  const isBusy = useIsBusy();
  const [isHidden, setHidden] = useState(false);
  if (!apply || isHidden) return null;
  const action = !isBusy && <Button size="small" onClick={apply}>Update</Button>;
  return (
    <Notice icon={<Sparkles size={20} />} action={action} onClose={() => setHidden(true)}>
      {isBusy ? "Update ready. Install it when you are done here." : "Update ready"}
    </Notice>
  );
}

/** Asks to log in again when the service refused the session; the music plays on and nothing that waits is lost. */
function SessionNotice() {
  const isRefused = useIsRefused();
  const { pathname, search } = useLocation();
  if (!isRefused) return null;
  const action = <Link to={loginPath(pathname + search)} className={buttonClass("primary", "small")}>Log in</Link>;
  return (
    <Notice icon={<LogIn size={20} />} action={action}>
      Please log in again. Your music and waiting plays are safe.
    </Notice>
  );
}

/** Says that the connection is gone, until that is put away, and what the plays that waited earned once they are in. */
function OfflineNotice() {
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

interface NoticeProps {
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  onClose?: (() => void) | undefined;
}

/** A quiet line above the player; it covers nothing that cannot be scrolled free. */
function Notice({ icon, children, action, onClose }: NoticeProps) {
  return (
    <div
      role="status"
      className="pointer-events-auto flex min-h-12 w-full max-w-xl animate-enter items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm font-medium shadow-float"
    >
      <span aria-hidden="true" className="shrink-0 text-accent">{icon}</span>
      <span className="min-w-0 flex-1 py-1">{children}</span>
      {action}
      {onClose && <IconButton label="Dismiss" size="small" icon={<X size={18} />} onClick={onClose} />}
    </div>
  );
}
