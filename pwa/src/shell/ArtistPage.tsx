import { lazy } from "react";
import { useParams } from "react-router-dom";
import { ArtistProfile } from "../catalogue/ArtistProfile.tsx";
import { Comments } from "../social/Comments.tsx";
import { Deferred } from "../ui/Deferred.tsx";

const ArtistPosts = lazy(() => import("../social/ArtistPosts.tsx").then((module) => ({ default: module.ArtistPosts })));

/** `/artists/:id`, put together from music and what people say about it. */
export function ArtistPage() {
  const { id = "" } = useParams();
  return (
    <ArtistProfile
      comments={
        <div className="flex flex-col gap-12">
          <Deferred>
            <ArtistPosts key={`posts ${id}`} artistId={id} />
          </Deferred>
          <Comments key={id} entityType="artist" entityId={id} />
        </div>
      }
    />
  );
}
