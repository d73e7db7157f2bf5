import { useCallback, useEffect, useState } from "react";

const PASSES_AFTER_MS = 3_000;

/** A message that is shown for three seconds. */
export function usePassing(): [message: string | undefined, show: (message: string) => void] {
  const [message, setMessage] = useState<{ text: string }>();
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), PASSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message?.text, useCallback((text: string) => setMessage({ text }), [])];
}
