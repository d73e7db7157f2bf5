import type { Track } from "@contract/catalogue.ts";
import type { FavouriteKind } from "@contract/playlists.ts";
import { lazy, useEffect, useState } from "react";
import { useHeart } from "../data/hearts.ts";
import { keepHeartWish, takeHeartWish } from "../lib/heart_wish.ts";
import { useSession } from "../lib/session.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { HeartButton } from "../ui/HeartButton.tsx";

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
