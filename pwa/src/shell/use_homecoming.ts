import { useEffect, useState } from "react";

/** Plays that waited for the network and are in now, and the tokens they brought. */
interface Homecoming {
  plays: number;
  tokens: number;
}

export interface OutboxState {
  isOnline: boolean;
  /** Plays that wait now; undefined until that is known. */
  waiting: number | undefined;
  /** Tokens earned since the page was opened. */
  earned: number;
}

/**
 * What the plays that waited have earned, once the last of them is in; until it is dismissed. Those count that waited
 * while the network was gone, and those that had waited since the last visit.
 */
export function useHomecoming({ isOnline, waiting, earned }: OutboxState): [Homecoming | undefined, () => void] {
  const [mark, setMark] = useState<{ plays: number; earned: number }>();
  const [homecoming, setHomecoming] = useState<Homecoming>();
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    if (waiting === undefined) return;
    setKnown(true);
    const hasWaited = !isOnline || !isKnown;
    if (hasWaited && waiting > (mark?.plays ?? 0)) setMark({ plays: waiting, earned: mark?.earned ?? earned });
    if (isOnline && waiting === 0 && mark) {
      setMark(undefined);
      setHomecoming({ plays: mark.plays, tokens: Math.round((earned - mark.earned) * 100) / 100 });
    }
  }, [isOnline, waiting, earned, mark, isKnown]);
  return [homecoming, () => setHomecoming(undefined)];
}
