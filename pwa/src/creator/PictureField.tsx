import type { OwnCreatorProfile } from "@contract/creators.ts";
import { failureText } from "../lib/api_error.ts";
import { PictureField as Field } from "../ui/PictureField.tsx";
import { useDeletePicture, useUploadPicture } from "./api.ts";

const UPLOAD_FAILED = "Failed to upload profile picture";
const DELETE_FAILED = "Failed to delete profile picture. Please try again later.";

/** The picture on the public page. */
export function PictureField({ profile }: { profile: OwnCreatorProfile }) {
  const upload = useUploadPicture();
  const remove = useDeletePicture();
  return (
    <Field
      src={profile.profilePicture.url}
      upload={{
        isPending: upload.isPending,
        failure: upload.isError ? failureText(upload.error, UPLOAD_FAILED) : undefined,
        start: (file, onDone) => upload.mutate(file, { onSuccess: onDone }),
      }}
      remove={{
        isPending: remove.isPending,
        failure: remove.isError ? failureText(remove.error, DELETE_FAILED) : undefined,
        start: (onDone) => remove.mutate(undefined, { onSuccess: onDone }),
      }}
    />
  );
}
