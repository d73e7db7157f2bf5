import type { Profile } from "@contract/accounts.ts";
import { useState } from "react";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Form } from "../ui/Form.tsx";
import { Outcome } from "../ui/Outcome.tsx";
import { TextField } from "../ui/TextField.tsx";
import { usePassing } from "../lib/use_passing.ts";
import { PictureField } from "../ui/PictureField.tsx";
import { type ProfileFields, useDeletePicture, useUpdateProfile, useUploadPicture } from "./settings_api.ts";

/** Picture, name, phone and address. The email cannot be changed here. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const [changes, setChanges] = useState<Partial<ProfileFields>>({});
  const [message, show] = usePassing();
  const update = useUpdateProfile();
  const isDirty = Object.keys(changes).length > 0;
  useBusy("typing", isDirty);
  const submit = () => {
    const { firstName, lastName, phone, address } = { ...profile, ...changes };
    update.mutate({ firstName, lastName, phone, address }, {
      onSuccess: () => {
        setChanges({});
        show("Profile updated successfully");
      },
    });
  };
  const refused = refusedFields(update.error);
  const field = (name: keyof ProfileFields, label: string) => ({
    label,
    name,
    value: changes[name] ?? profile[name],
    error: refused[name],
    onChange: (event: { target: { value: string } }) => setChanges({ ...changes, [name]: event.target.value }),
  });
  return (
    <Card>
      <h2 className="mb-5 text-xl">Profile</h2>
      <PictureForm profile={profile} />
      <Form onSubmit={submit} className="mt-6 gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField autoComplete="given-name" {...field("firstName", "First name")} />
          <TextField autoComplete="family-name" {...field("lastName", "Last name")} />
        </div>
        <TextField label="Email" type="email" value={profile.email} readOnly autoComplete="email" />
        <TextField type="tel" inputMode="tel" autoComplete="tel" {...field("phone", "Phone")} />
        <TextField autoComplete="street-address" {...field("address", "Address")} />
        <Outcome
          failure={update.isError && failureText(update.error, "Failed to update profile")}
          done={message}
        />
        <Button type="submit" className="self-start" disabled={!isDirty} busy={update.isPending} busyLabel="Saving...">
          Save
        </Button>
      </Form>
    </Card>
  );
}

const DELETE_FAILED = "Failed to delete profile picture";

/** The picture beside one's name. */
function PictureForm({ profile }: { profile: Profile }) {
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
