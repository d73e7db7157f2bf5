import type { Track } from "@contract/catalogue.ts";
import type { FavouriteKind } from "@contract/playlists.ts";
import { lazy, useEffect, useState } from "react";
import { useHeart } from "../data/hearts.ts";
import { useSession } from "../lib/session.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { HeartButton } from "../ui/HeartButton.tsx";
import { readRecord } from "../lib/stored_json.ts";

const AskLogIn = lazy(() => import("../ui/AskLogIn.tsx").then(({ AskLogIn }) => ({ default: AskLogIn })));

interface HeartProps {
  kind: FavouriteKind;
  id: string;
  /** Of the song or the artist. */
  name: string;
  /** Told apart from songs of the same name. */
  by?: string;
  track?: Track;
}

/** The heart of a track or an artist. Visitors are asked to log in; their heart is given when they come back. */
export function Heart({ kind, id, name, by, track }: HeartProps) {
  const session = useSession();
  const heart = useHeart(kind, id, { about: name, ...(track && { track }) });
  const [isAsking, setAsking] = useState(false);
  const { isHearted, isWaiting, set } = heart;
  useEffect(() => {
    if (session && takeHeartWish(kind, id)) set(true);
  }, [session, kind, id, set]);
  return (
    <>
      <HeartButton
        what={by === undefined ? name : `${name} by ${by}`}
        isHearted={isHearted}
        isWaiting={isWaiting}
        disabled={session !== null && (!heart.isKnown || heart.isPending)}
        onToggle={() => session ? set(!isHearted) : setAsking(true)}
      />
      <Deferred>
        {isAsking && (
          <AskLogIn
            text="Please log in to add favourites"
            onClose={() => setAsking(false)}
            onLeave={() => keepHeartWish(kind, id)}
          />
        )}
      </Deferred>
    </>
  );
}

const KEY = "orin.heart-wish";
/** Longer than a log-in with a mailed code takes; short enough that the next person at this tab gives no heart. */
const LASTS_MS = 30 * 60_000;

/** Remembers in this tab what a visitor gives a heart to, while the visitor logs in. */
function keepHeartWish(kind: FavouriteKind, id: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ kind, id, at: Date.now() }));
}

/** Whether a visitor of this tab wanted to give this heart before logging in. True once. */
function takeHeartWish(kind: FavouriteKind, id: string): boolean {
  const wish = readRecord(globalThis.sessionStorage, KEY);
  if (wish.kind !== kind || wish.id !== id) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - Number(wish.at) < LASTS_MS;
}
