import type { OwnCreatorProfile } from "@contract/creator.ts";
import type { CreatorProfileUpdate } from "@contract/requests/creator.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { ApiError, failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { usePassing } from "../lib/use_passing.ts";
import { Form } from "../ui/Form.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Outcome } from "../ui/Outcome.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useUpdateProfile } from "./api.ts";

type TextFields = Exclude<keyof CreatorProfileUpdate, "isContactPublic" | "isNamePublic">;

const FAILED = "Failed to update profile. Please try again later.";

/** Every field of the profile. Only what was changed is sent. */
export function ProfileForm({ profile }: { profile: OwnCreatorProfile }) {
  const { changes, setChanges, submit, update, message } = useProfileForm();
  const refused: Readonly<Record<string, string>> = update.error instanceof ApiError ? update.error.fields : {};
  const field = (name: TextFields, label: string) => ({
    label,
    name,
    value: changes[name] ?? profile[name],
    error: refused[name],
    onChange: (event: { target: { value: string } }) => setChanges({ ...changes, [name]: event.target.value }),
  });
  const isDirty = Object.keys(changes).length > 0;
  return (
    <Form onSubmit={submit} className="gap-6">
      <Part title="You">
        <TextField autoComplete="given-name" {...field("firstName", "First name")} />
        <TextField autoComplete="family-name" {...field("lastName", "Last name")} />
        <Email address={profile.email} />
        <TextField type="tel" inputMode="tel" autoComplete="tel" {...field("phone", "Phone")} />
        <div className="sm:col-span-2">
          <TextField autoComplete="street-address" {...field("address", "Address")} />
        </div>
        <TextField autoComplete="postal-code" {...field("zipPostalCode", "Zip / postal code")} />
      </Part>
      <Part title="Your public page">
        <TextField hint="Shown on your songs." {...field("artistName", "Artist name")} />
        <TextField autoComplete="address-level2" {...field("city", "City")} />
        <TextField autoComplete="address-level1" {...field("stateProvince", "State / province")} />
        <TextField autoComplete="country-name" {...field("country", "Country")} />
        <div className="sm:col-span-2">
          <TextArea maxLength={1_000} {...field("bio", "Bio")} />
        </div>
        <TextField autoCapitalize="none" {...field("twitterHandle", "Twitter handle")} />
        <TextField autoCapitalize="none" {...field("instagramHandle", "Instagram handle")} />
        <TextField autoCapitalize="none" {...field("linkedinProfile", "LinkedIn profile")} />
        <TextField autoCapitalize="none" {...field("facebookProfile", "Facebook profile")} />
        <Switches profile={profile} changes={changes} onChange={(change) => setChanges({ ...changes, ...change })} />
      </Part>
      <Outcome failure={update.isError && failureText(update.error, FAILED)} done={message} />
      <Button
        type="submit"
        size="large"
        className="self-start"
        disabled={!isDirty}
        busy={update.isPending}
        busyLabel="Saving..."
      >
        Save
      </Button>
    </Form>
  );
}

interface SwitchesProps {
  profile: OwnCreatorProfile;
  changes: CreatorProfileUpdate;
  onChange(change: CreatorProfileUpdate): void;
}

/** What of the person everyone sees: the name and the contacts, each with its own yes. */
function Switches({ profile, changes, onChange }: SwitchesProps) {
  return (
    <div className="sm:col-span-2">
      <Checkbox
        label="Show my full name in rankings and on my page"
        hint="Everyone can see it."
        checked={changes.isNamePublic ?? profile.isNamePublic}
        onChange={(event) => onChange({ isNamePublic: event.target.checked })}
      />
      <Checkbox
        label="Show my email and phone on my page"
        hint="For bookings. Everyone can see them."
        checked={changes.isContactPublic ?? profile.isContactPublic}
        onChange={(event) => onChange({ isContactPublic: event.target.checked })}
      />
    </div>
  );
}

function useProfileForm() {
  const [changes, setChanges] = useState<CreatorProfileUpdate>({});
  const [message, show] = usePassing();
  const update = useUpdateProfile();
  useBusy("typing", Object.keys(changes).length > 0);
  const submit = () => {
    update.mutate(changes, {
      onSuccess: () => {
        setChanges({});
        show("Profile updated successfully");
      },
    });
  };
  return { changes, setChanges, submit, update, message };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-5 text-xl">{title}</h2>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </Card>
  );
}

function Email({ address }: { address: string }) {
  const hint = (
    <Link to="/settings?change=email" className="font-semibold text-accent hover:underline">
      Change it in your account settings
    </Link>
  );
  return <TextField label="E-mail" type="email" value={address} readOnly autoComplete="email" hint={hint} />;
}
