import { LogOut as LogOutIcon } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { plural } from "../lib/format.ts";
import { leaveDevice } from "../lib/leave_device.ts";
import { useKeptUploads } from "../lib/use_kept_uploads.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { logOut } from "./settings_api.ts";

const OF_PLAYS =
  "They stay on this device. Orin sends them when you are online, even after you log out, and adds what they earn to your account.";
const OF_UPLOADS = "Your unfinished upload is removed from this device. Stay to let it finish.";
const OF_CHANGES = "Your changes stay on this device. Orin sends them once you log in here again.";

/** Logs out of this device, after a question when something still waits on it. */
export function LogOut() {
  const navigate = useNavigate();
  const { waiting = 0, writes = [] } = useOutboxSnapshot() ?? {};
  const changes = writes.length;
  const uploads = useKeptUploads().songs;
  const what = [
    waiting > 0 && plural(waiting, "play"),
    changes > 0 && plural(changes, "change"),
    uploads > 0 && plural(uploads, "upload"),
  ].filter(Boolean);
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await logOut();
    await leaveDevice();
    // This screen's guard would lead to the log-in and back here, which a person who logs out does not want.
    setTimeout(() => navigate("/login", { replace: true }));
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={<LogOutIcon size={18} />}
        busy={isLeaving && !isAsking}
        busyLabel="Logging out..."
        onClick={() => what.length > 0 ? setAsking(true) : void leave()}
      >
        Log out
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`${what.join(" and ")} waiting`}
        message={[waiting > 0 && OF_PLAYS, changes > 0 && OF_CHANGES, uploads > 0 && OF_UPLOADS].filter(Boolean).join(
          " ",
        )}
        confirmLabel="Log out"
        cancelLabel="Stay"
        busy={isLeaving}
        busyLabel="Logging out..."
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
