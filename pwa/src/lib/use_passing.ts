import { useCallback, useEffect, useState } from "react";

const PASSES_AFTER_MS = 3_000;

/**
 * A message that vanishes three seconds after it was shown, anew each time. One that `stays` keeps its place until it
 * is replaced; showing undefined takes it away.
 */
export function usePassing<Message = string>(
  stays?: (message: Message) => boolean,
): [message: Message | undefined, show: (message: Message | undefined) => void] {
  const [shown, setShown] = useState<{ message: Message | undefined }>();
  const message = shown?.message;
  const passes = message !== undefined && !stays?.(message);
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(() => setShown(undefined), PASSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [shown, passes]);
  return [message, useCallback((next: Message | undefined) => setShown({ message: next }), [])];
}
