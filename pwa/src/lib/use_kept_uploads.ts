import { useEffect, useState } from "react";
import { useSession } from "./session.ts";

interface KeptUploads {
  songs: number;
  bytes: number;
  /** Looks again. */
  refresh(): void;
}

/** What of the person's unfinished upload waits on this device. Loads nothing where nothing waits. */
export function useKeptUploads(): KeptUploads {
  const userId = useSession()?.userId;
  const [size, setSize] = useState({ songs: 0, bytes: 0 });
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (userId === undefined || localStorage.getItem("orin.uploads") === null) return setSize({ songs: 0, bytes: 0 });
    import("./kept_uploads.ts").then(({ keptSize }) => keptSize(userId)).then(setSize, () => undefined);
  }, [userId, looks]);
  return { ...size, refresh: () => setLooks((before) => before + 1) };
}
