import type { OwnCreatorProfile } from "@contract/creator.ts";
import { PictureField } from "../ui/PictureField.tsx";
import { useDeletePicture, useUploadPicture } from "./api.ts";

const DELETE_FAILED = "Failed to delete profile picture. Please try again later.";

/** The picture on the public page. */
export function CreatorPicture({ profile }: { profile: OwnCreatorProfile }) {
  const [upload, remove] = [useUploadPicture(), useDeletePicture()];
  return <PictureField src={profile.profilePicture.url} upload={upload} remove={remove} removeFailed={DELETE_FAILED} />;
}
