import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "./IconButton.tsx";
import { useDialog } from "./use_dialog.ts";
import { usePullDown } from "./use_pull_down.ts";

interface SheetProps {
  open: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** A modal panel that rises from the bottom edge: the phone's menu. */
export function Sheet({ open, title, onClose, children }: SheetProps) {
  const id = useId();
  const control = useDialog(open, onClose);
  usePullDown(control.ref, { open, onClose });
  if (!open) return null;
  return createPortal(
    <dialog
      {...control}
      aria-labelledby={id}
      className="mx-auto mt-auto mb-0 w-full max-w-xl animate-rise rounded-t-xl border border-b-0 border-line bg-raised shadow-float"
    >
      <div className="max-h-[85dvh] overflow-y-auto px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <div aria-hidden="true" className="mx-auto mb-2 h-1 w-10 rounded-full bg-line-strong" />
        <div className="flex items-center justify-between pl-2">
          <h2 id={id} className="text-lg">{title}</h2>
          <IconButton label="Close" icon={<X size={20} />} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
