import { RotateCw } from "lucide-react";
import { useOnline } from "../lib/connection.ts";
import { AdireMedallion } from "./AdireMedallion.tsx";
import { Button } from "./Button.tsx";

interface ErrorStateProps {
  /** The documented text. */
  message: string;
  /** `h1` where the state is the whole page. */
  heading?: "h1" | "p";
  /** More about it; by default that one is offline, where that is so. */
  detail?: string | undefined;
  onRetry?(): void;
  busy?: boolean;
}

const OFFLINE = "You are offline. This loads by itself once you are connected.";

/** A screen that could not be loaded, with a way to try again. */
export function ErrorState({ message, heading: Heading = "p", detail, onRetry, busy = false }: ErrorStateProps) {
  const isOnline = useOnline();
  const hint = detail ?? (isOnline ? undefined : OFFLINE);
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md animate-enter flex-col items-center gap-3 px-4 py-14 text-center"
    >
      <AdireMedallion seed="torn cloth" className="mb-3 size-24 opacity-60 grayscale" />
      <Heading className="text-lg font-semibold tracking-normal">{message}</Heading>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      {onRetry && (
        <Button variant="quiet" className="mt-3" icon={<RotateCw size={18} />} busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
