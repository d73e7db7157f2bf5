import type { Profile } from "@contract/accounts.ts";
import { failureText } from "../lib/api_error.ts";
import { PictureField } from "../ui/PictureField.tsx";
import { useDeletePicture, useUploadPicture } from "./settings_api.ts";

/** The picture beside one's name. */
export function PictureForm({ profile }: { profile: Profile }) {
  const upload = useUploadPicture();
  const remove = useDeletePicture();
  return (
    <PictureField
      src={profile.profilePicture?.url}
      upload={{
        isPending: upload.isPending,
        failure: upload.isError ? failureText(upload.error, "Failed to upload profile picture") : undefined,
        start: (file, onDone) => upload.mutate(file, { onSuccess: onDone }),
      }}
      remove={{
        isPending: remove.isPending,
        failure: remove.isError ? failureText(remove.error, "Failed to delete profile picture") : undefined,
        start: (onDone) => remove.mutate(undefined, { onSuccess: onDone }),
      }}
    />
  );
}
