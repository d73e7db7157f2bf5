import { InstallPrompt } from "./InstallPrompt.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { SessionNotice } from "./SessionNotice.tsx";
import { UpdatePrompt } from "./UpdatePrompt.tsx";

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
