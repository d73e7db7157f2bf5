import { CircleAlert, CircleCheck, CloudOff, Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class_names.ts";
import { IconButton } from "./IconButton.tsx";

interface BannerProps {
  tone: "info" | "success" | "error" | "offline";
  children: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode | undefined;
  onClose?(): void;
  className?: string | undefined;
}

const TONES = {
  info: { look: "bg-info-soft [&>svg]:text-info", Icon: Info },
  success: { look: "bg-success-soft [&>svg]:text-success", Icon: CircleCheck },
  error: { look: "bg-danger-soft [&>svg]:text-danger", Icon: CircleAlert },
  offline: { look: "bg-ink/8 [&>svg]:text-ink-soft", Icon: CloudOff },
};

/** A message of the page. Screen readers say errors immediately, the rest at the next pause. */
export function Banner({ tone, children, action, onClose, className }: BannerProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={classNames(
        "flex animate-enter flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-4 py-3 text-sm text-ink",
        look,
        className,
      )}
    >
      <Icon aria-hidden="true" size={20} className="shrink-0" />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
      {onClose && <IconButton label="Dismiss" size="small" icon={<X size={18} />} onClick={onClose} />}
    </div>
  );
}
