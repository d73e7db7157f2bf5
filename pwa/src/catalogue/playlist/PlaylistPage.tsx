import { lazy } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { Deferred } from "../../ui/Deferred.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { NamedList } from "./NamedList.tsx";

const JoinPlaylist = lazy(() => import("./JoinPlaylist.tsx").then((module) => ({ default: module.JoinPlaylist })));

/** `/playlists/:id`: a list's own page, for all who have its link. `/playlists/join/:token` invites to add songs. */
export function PlaylistPage() {
  const { id = "", token } = useParams();
  const navigate = useNavigate();
  if (token !== undefined) {
    return (
      <Deferred>
        <JoinPlaylist token={token} />
      </Deferred>
    );
  }
  return (
    <>
      <NamedList key={id} id={id} onGone={() => void navigate("/playlist")} />
      <PlaysUsedUp />
    </>
  );
}
