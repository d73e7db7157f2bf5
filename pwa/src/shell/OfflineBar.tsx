import { CloudOff, X } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { plural } from "../lib/format.ts";
import { useSaved } from "../lib/saved/app_saved.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { useRoom } from "./use_room.ts";

/** What a screen is for that does nothing without a network. */
const NEEDS: Readonly<Record<string, string>> = {
  "/login": "Logging in needs a connection.",
  "/signup": "Signing up needs a connection.",
};

interface OfflineBarProps {
  /** Plays and other changes that wait to be sent. */
  plays: number;
  changes: number;
  onClose(): void;
}

/** A thin line above the player: that the connection is gone, what still works here, and what waits. */
export function OfflineBar({ plays, changes, onClose }: OfflineBarProps) {
  const bar = useRoom<HTMLDivElement>("--offline-bar");
  const { pathname } = useLocation();
  const { tracks = [], lock } = useSaved() ?? {};
  const hasSaved = !lock && tracks.some(({ state }) => state === "saved");
  const waiting = [plays > 0 && plural(plays, "play"), changes > 0 && plural(changes, "change")].filter(Boolean);
  const works = NEEDS[pathname] ??
    (hasSaved ? <SavedMusic /> : waiting.length === 0 && "Screens you have opened still work.");
  return (
    <div
      ref={bar}
      role="status"
      className="pointer-events-auto flex min-h-9 w-full max-w-xl animate-enter items-center gap-2 rounded-lg border border-line bg-raised pl-3 text-xs font-medium shadow-float"
    >
      <CloudOff aria-hidden="true" size={16} className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1 py-1">
        Offline.{works && <>{" "}{works}</>}
        {waiting.length > 0 && ` ${waiting.join(" and ")} waiting.`}
      </span>
      <IconButton label="Hide this notice" size="small" icon={<X size={16} />} onClick={onClose} />
    </div>
  );
}

function SavedMusic() {
  return (
    <>
      <Link to="/saved" className="underline underline-offset-4">Saved music</Link> still plays.
    </>
  );
}
