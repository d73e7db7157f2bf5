import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "./IconButton.tsx";
import { useDialog } from "./use_dialog.ts";

interface DialogProps {
  open: boolean;
  title: string;
  description?: ReactNode;
  onClose(): void;
  children?: ReactNode;
  /** The row of buttons at the bottom. */
  actions?: ReactNode | undefined;
}

/** A modal dialog on the native element. The control marked `data-autofocus` has the focus, else Close. */
export function Dialog({ open, title, description, onClose, children, actions }: DialogProps) {
  const id = useId();
  const control = useDialog(open, onClose);
  if (!open) return null;
  return createPortal(
    <dialog
      {...control}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-text` : undefined}
      className="m-auto w-[min(100%-2rem,28rem)] animate-enter rounded-xl border border-line bg-raised shadow-float"
    >
      <div className="relative flex max-h-[80dvh] flex-col gap-4 overflow-y-auto p-4 sm:p-6">
        <header className="flex items-start justify-between gap-2">
          <h2 id={id} className="text-xl">{title}</h2>
          <IconButton label="Close" size="small" icon={<X size={20} />} onClick={onClose} className="-mt-1 -mr-2" />
        </header>
        {description && <p id={`${id}-text`} className="-mt-2 text-sm text-ink-soft">{description}</p>}
        {children}
        {actions && <footer className="flex flex-wrap justify-end gap-3 pt-2 max-sm:*:flex-1">{actions}</footer>}
      </div>
    </dialog>,
    document.body,
  );
}
