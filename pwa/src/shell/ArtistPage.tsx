import { useParams } from "react-router-dom";
import { ArtistProfile } from "../catalogue/ArtistProfile.tsx";
import { Comments } from "../social/Comments.tsx";

/** `/artists/:id`, put together from music and what people say about it. */
export function ArtistPage() {
  const { id = "" } = useParams();
  return <ArtistProfile comments={<Comments key={id} entityType="artist" entityId={id} />} />;
}
