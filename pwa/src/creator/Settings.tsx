import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { OwnCreatorProfile } from "@contract/creator.ts";
import type { CreatorProfileUpdate } from "@contract/requests/creator.ts";
import { creatorProfileQuery } from "../data/creator.ts";
import { useActing } from "../lib/acting.ts";
import { ApiError, failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { usePassing } from "../lib/use_passing.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Form } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { Outcome } from "../ui/Outcome.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, PasswordRules, problemOfPassword } from "../ui/PasswordRules.tsx";
import { PictureField } from "../ui/PictureField.tsx";
import { TabSet } from "../ui/TabSet.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChangePassword, useDeletePicture, useUpdateProfile, useUploadPicture } from "./api.ts";
import { Team } from "./team/Team.tsx";

const TABS = ["profile", "security", "team"] as const;

/**
 * `/cs-settings`: the profile, the password and the team, each on its tab. A member who acts for an artist sees the
 * team.
 */
export function Settings() {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((one) => one === params.get("tab")) ?? "profile";
  const acting = useActing();
  if (acting) {
    return (
      <>
        <PageHeader title="Team" subtitle={`Who works for ${acting.artistName}.`} />
        <div className="max-w-3xl">
          <Team />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Settings" subtitle="Your public page and your account." />
      <div className="max-w-3xl">
        <TabSet
          label="Settings"
          value={tab}
          onChange={(id) => setParams(id === "profile" ? {} : { tab: id }, { replace: true })}
          tabs={[
            { id: "profile", label: "Profile", content: <Profile /> },
            { id: "security", label: "Security", content: <Security /> },
            { id: "team", label: "Team", content: <Team /> },
          ]}
        />
      </div>
    </>
  );
}

function Profile() {
  const profile = useQuery(creatorProfileQuery);
  if (profile.data) {
    return (
      <div className="flex flex-col gap-6">
        <CreatorPicture profile={profile.data} />
        <ProfileForm profile={profile.data} />
      </div>
    );
  }
  return (
    <LoadState
      query={profile}
      shape="fields"
      count={6}
      label="Loading your profile..."
      failure="Failed to load profile data. Please try again later."
    />
  );
}

function Security() {
  const profile = useQuery(creatorProfileQuery);
  return <SecurityForm email={profile.data?.email ?? ""} />;
}

const DELETE_FAILED = "Failed to delete profile picture. Please try again later.";

/** The picture on the public page. */
function CreatorPicture({ profile }: { profile: OwnCreatorProfile }) {
  const [upload, remove] = [useUploadPicture(), useDeletePicture()];
  return <PictureField src={profile.profilePicture.url} upload={upload} remove={remove} removeFailed={DELETE_FAILED} />;
}

type TextFields = Exclude<keyof CreatorProfileUpdate, "isContactPublic" | "isNamePublic">;

const FAILED = "Failed to update profile. Please try again later.";

/** Every field of the profile. Only what was changed is sent. */
function ProfileForm({ profile }: { profile: OwnCreatorProfile }) {
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

const EMPTY = { currentPassword: "", newPassword: "", confirm: "" };
const PASSWORD_FAILED = "Failed to change password. Please check your current password and try again.";

/** A new password, typed twice. `email` tells password managers whose it is. */
function SecurityForm({ email }: { email: string }) {
  const [typed, setTyped] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const [message, show] = usePassing();
  const change = useChangePassword();
  useBusy("typing", Object.values(typed).some((text) => text !== ""));
  const submit = async () => {
    const { confirm: _confirm, ...body } = typed;
    const found = problemIn(typed) ?? await problemOfPassword(typed.newPassword);
    setProblem(found);
    change.reset();
    if (found) return;
    change.mutate(body, {
      onSuccess: () => {
        setTyped(EMPTY);
        show("Password changed successfully");
      },
    });
  };
  const field = (name: keyof typeof EMPTY, label: string) => ({
    label,
    required: true,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const failure = problem ?? (change.isError ? failureText(change.error, PASSWORD_FAILED) : undefined);
  return (
    <Card>
      <Form onSubmit={submit}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField autoComplete="current-password" {...field("currentPassword", "Current password")} />
        <PasswordField
          autoComplete="new-password"
          hint={<>{PASSWORD_HINT} We will log out your other devices.</>}
          {...field("newPassword", "New password")}
        />
        {typed.newPassword !== "" && <PasswordRules password={typed.newPassword} said={failure} />}
        <PasswordField autoComplete="new-password" {...field("confirm", "Confirm password")} />
        <Outcome failure={failure} done={message} />
        <Button type="submit" className="self-start" busy={change.isPending} busyLabel="Saving...">
          Change password
        </Button>
      </Form>
    </Card>
  );
}

function problemIn({ currentPassword, newPassword, confirm }: typeof EMPTY): string | undefined {
  if (currentPassword === "" || newPassword === "" || confirm === "") return "Please fill in all required fields";
  return newPassword === confirm ? undefined : "Passwords do not match";
}
