import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from "react";

/** What a native modal dialog element needs. */
interface DialogControl {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel(event: SyntheticEvent<HTMLDialogElement>): void;
  onClose(): void;
  onClick(event: MouseEvent<HTMLDialogElement>): void;
}

/**
 * Opens a native dialog as modal while `open`: the platform then holds the focus inside, hides the rest from screen
 * readers and gives the focus back, or to the screen where the opener is gone. The control marked `data-autofocus` has
 * the focus first, else the first one. Escape and a press on the backdrop call `onClose`. Draw it into the body by a
 * portal: what a toolbar says of its children would else hold for a dialog that one of its buttons opens.
 */
export function useDialog(open: boolean, onClose: () => void): DialogControl {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const opener = document.activeElement;
    if (!document.querySelector("dialog[open]")) holdPage();
    if (!dialog.open) dialog.showModal();
    // React's autoFocus comes too early: it runs while the dialog is still closed, where nothing takes the focus. A
    // browser's own choice may be what scrolls, whose name is all that is in it.
    const first = dialog.querySelector<HTMLElement>("[data-autofocus]") ??
      dialog.querySelector<HTMLElement>("a, button");
    first?.focus();
    return () => {
      dialog.close();
      if (!document.querySelector("dialog[open]")) delete document.documentElement.dataset.modal;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // Another screen may have taken the opener's place: keys go on from its start, not from that of the page.
      else document.getElementById("content")?.focus({ preventScroll: true });
    };
  }, [open]);
  return {
    ref,
    onCancel(event) {
      // React hands on what happens to a dialog that was opened from this one.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    onClose() {
      // A browser may close it without asking, as at a second press of Back.
      if (open && ref.current?.open === false) onClose();
    },
    onClick(event) {
      if (event.target === event.currentTarget) onClose();
    },
  };
}

/**
 * The page does not scroll behind a dialog. Where its scrollbar goes, the room stays: the page does not move. Where
 * there was none, it must not move either. `html:has(dialog[open])` would say it without code, but everything that came
 * to a page would have all of it looked through: in a list of thousands that is a tenth of a second for each menu.
 */
function holdPage(): void {
  const { documentElement: root } = document;
  root.dataset.modal = root.scrollHeight > root.clientHeight ? "scrolls" : "fits";
}
