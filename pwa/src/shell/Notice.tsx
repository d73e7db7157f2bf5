import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../ui/IconButton.tsx";

interface NoticeProps {
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  onClose?: (() => void) | undefined;
}

/** A quiet line above the player; it covers nothing that cannot be scrolled free. */
export function Notice({ icon, children, action, onClose }: NoticeProps) {
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
