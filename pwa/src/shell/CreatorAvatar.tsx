import { useEffect } from "react";
import { useCreatorPicture } from "../data/creator_picture.ts";
import { Avatar } from "../ui/Avatar.tsx";

/** The picture of the creator's page, which is asked for again while it is looked at. Listeners never load it. */
export function CreatorAvatar({ otherwise }: { otherwise: string | undefined }) {
  useEffect(() => {
    // An upload that a closed page has left goes on, whatever screen is opened.
    if (localStorage.getItem("orin.uploads")) {
      void import("../creator/uploads/app_uploads.ts").then(goOn, () => undefined);
    }
  }, []);
  return <Avatar src={useCreatorPicture() ?? otherwise} size={36} />;
}

function goOn({ ownUploads }: typeof import("../creator/uploads/app_uploads.ts")): void {
  ownUploads();
}
