import { lazy, useEffect, useRef } from "react";
import { useLocation, useParams } from "react-router-dom";
import { TrackDetails } from "../catalogue/track/TrackDetails.tsx";
import { TrackEarned } from "../listening/TrackEarned.tsx";
import { Comments } from "../social/Comments.tsx";
import { Deferred } from "../ui/Deferred.tsx";

const TrackLyrics = lazy(() =>
  import("../catalogue/lyrics/TrackLyrics.tsx").then((module) => ({ default: module.TrackLyrics }))
);

/** `/track/:id`, put together from the song, its lyrics, what it earned the listener, and what people say about it. */
export function TrackPage() {
  const { id = "" } = useParams();
  return (
    <TrackDetails
      earned={(track) => <TrackEarned key={id} trackId={id} artistId={track.artistId} />}
      comments={
        <>
          <Deferred>
            <TrackLyrics key={id} trackId={id} />
          </Deferred>
          <TrackComments key={id} id={id} />
        </>
      }
    />
  );
}

/** A link to `#comments` begins at them, once the song above them is there. */
function TrackComments({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === "#comments") place.current?.scrollIntoView({ block: "start" });
  }, [hash, key]);
  return (
    <div ref={place} className="scroll-mt-20">
      <Comments entityType="track" entityId={id} />
    </div>
  );
}
