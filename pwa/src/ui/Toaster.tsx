import { useEffect } from "react";
import { Toaster as Sonner, useSonner } from "sonner";

/** The toaster in our colours, above the player. */
export function Toaster() {
  const { toasts } = useSonner();
  useEffect(() => void document.documentElement.toggleAttribute("data-toasts", toasts.length > 0), [toasts]);
  return (
    <Sonner
      position="bottom-center"
      offset={{ bottom: "calc(var(--frame-bottom) + 1rem)" }}
      mobileOffset={{ bottom: "calc(var(--frame-bottom) + 0.75rem)" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-sm font-medium text-ink shadow-float",
          success: "[&_[data-icon]]:text-success",
          error: "[&_[data-icon]]:text-danger",
        },
      }}
    />
  );
}
