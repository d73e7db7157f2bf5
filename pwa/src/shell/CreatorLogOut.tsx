import { logOut } from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { plural } from "../lib/format.ts";
import { leaveDevice } from "../lib/leave_device.ts";
import { useKeptUploads } from "../lib/use_kept_uploads.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

const LOG_OUT_MS = 5_000;
const QUESTION = "Are you sure you want to logout from your account?";

/** Logs a creator out of this device after the documented question. Plays that wait are money: they stay. */
export function CreatorLogOut({ isWide }: { isWide: boolean }) {
  const navigate = useNavigate();
  const { waiting = 0, writes = [] } = useOutboxSnapshot() ?? {};
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await ask(logOut, { timeoutMs: LOG_OUT_MS }).catch(() => undefined);
    await leaveDevice();
    // This screen's guard would lead to the log-in and back here, which a person who logs out does not want.
    setTimeout(() => navigate("/login", { replace: true }));
  };
  const kept = waiting > 0 ? ` ${plural(waiting, "play")} stay on this device. Orin still sends them for you.` : "";
  const later = writes.length > 0 ? ` ${plural(writes.length, "change")} stay here until you log in again.` : "";
  const uploads = useKeptUploads().songs;
  const lost = uploads > 0 ? ` Your unfinished upload of ${plural(uploads, "song")} is removed from this device.` : "";
  return (
    <li>
      <button
        type="button"
        title={isWide ? undefined : "Logout"}
        onClick={() => setAsking(true)}
        className="flex h-11 w-full items-center gap-3.5 rounded-md px-3.5 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink"
      >
        <LogOut size={20} aria-hidden="true" className="shrink-0" />
        <span className={isWide ? "truncate" : "sr-only"}>Logout</span>
      </button>
      <ConfirmDialog
        open={isAsking}
        title="Logout"
        message={QUESTION + kept + later + lost}
        confirmLabel="Logout"
        busy={isLeaving}
        busyLabel="Logging out..."
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}
