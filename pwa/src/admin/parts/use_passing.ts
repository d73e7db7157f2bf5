import { useCallback, useEffect, useState } from "react";

const PASSES_AFTER_MS = 3_000;

export interface Passing {
  tone: "success" | "error";
  text: string;
}

/** A message that vanishes after the documented three seconds. */
export function usePassing(): [message: Passing | undefined, show: (message: Passing) => void] {
  const [message, setMessage] = useState<Passing>();
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), PASSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, useCallback((next: Passing) => setMessage({ ...next }), [])];
}
