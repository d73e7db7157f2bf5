import { RotateCw } from "lucide-react";
import { useOnline } from "../../lib/connection.ts";
import { Button } from "../../ui/Button.tsx";

/** In the mix's place, as high as it: it could not be loaded, or was never seen with a network. */
export function MixUnavailable({ busy, onRetry }: { busy: boolean; onRetry(): void }) {
  const isOnline = useOnline();
  return (
    <section
      aria-label="Today's mix"
      className="flex min-h-33 flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface p-4"
    >
      <p role="alert" className="text-sm">
        <strong className="block text-base">Today's mix could not be loaded</strong>
        <span className="text-ink-soft">
          {isOnline ? "Please try again in a moment." : "You are offline. It loads by itself once you are connected."}
        </span>
      </p>
      <Button variant="quiet" size="small" icon={<RotateCw size={16} />} busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    </section>
  );
}
