import type { Profile } from "@contract/accounts.ts";
import { PictureField } from "../ui/PictureField.tsx";
import { useDeletePicture, useUploadPicture } from "./settings_api.ts";

const DELETE_FAILED = "Failed to delete profile picture";

/** The picture beside one's name. */
export function PictureForm({ profile }: { profile: Profile }) {
  const [upload, remove] = [useUploadPicture(), useDeletePicture()];
  return (
    <PictureField
      src={profile.profilePicture?.url}
      upload={upload}
      remove={remove}
      removeFailed={DELETE_FAILED}
    />
  );
}
