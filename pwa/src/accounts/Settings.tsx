import { ChevronRight, LogOut as LogOutIcon } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Profile } from "@contract/accounts.ts";
import { useProfile } from "../data/account.ts";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useBusy } from "../lib/busy.ts";
import { formatDate, plural } from "../lib/format.ts";
import { leaveDevice } from "../lib/leave_device.ts";
import { useKeptUploads } from "../lib/use_kept_uploads.ts";
import { usePassing } from "../lib/use_passing.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Form } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { Outcome } from "../ui/Outcome.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, PasswordRules, problemOfPassword } from "../ui/PasswordRules.tsx";
import { PictureField } from "../ui/PictureField.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { TextField } from "../ui/TextField.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { NotificationToggle } from "./Notifications.tsx";
import {
  logOut,
  type ProfileFields,
  useChangePassword,
  useDeletePicture,
  useUpdateProfile,
  useUploadPicture,
} from "./settings_api.ts";
import { SECTIONS } from "./settings_sections.ts";

const LINK = "inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline";

/** `/settings`: the profile, the password, mails and the way out; the rest has a screen for each section. */
export function Settings() {
  const profile = useProfile();
  const { data } = profile;
  const savedAt = useSavedAt(profile);
  return (
    <>
      <PageHeader title="Settings" subtitle={data && `On Orin since ${formatDate(data.createdAt)}`} />
      <SavedNote what="profile" savedAt={savedAt} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_1.2fr]">
        <div className="flex min-w-0 flex-col gap-6 lg:order-2">
          <Sections />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {data && <ProfileForm profile={data} />}
          {!profile.data && (
            <LoadState
              query={profile}
              shape="fields"
              count={5}
              label="Loading your profile..."
              failure="Failed to load profile data"
            />
          )}
          {data && <EmailForm email={data.email} />}
          <PasswordForm email={data?.email ?? ""} />
          <NotificationToggle />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Link to="/terms" className={LINK}>Terms and Conditions</Link>
            <Link to="/team" className={LINK}>Teams you work in</Link>
            <LogOut />
          </div>
        </div>
      </div>
    </>
  );
}

/** The ways to the sections: tiles on a phone, rows with what is there where there is room. */
function Sections() {
  return (
    <nav aria-label="Settings sections">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-2 lg:grid-cols-1 lg:gap-0 lg:divide-y lg:divide-line lg:overflow-hidden lg:rounded-xl lg:border lg:border-line lg:bg-surface">
        {SECTIONS.map(({ id, title, text, Icon }) => (
          <li key={id}>
            <PreloadLink
              to={`/settings/${id}`}
              className="flex min-h-12 items-center gap-3 px-3 py-2 text-sm leading-tight font-semibold transition-colors hover:bg-raised max-lg:h-full max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-surface lg:min-h-17 lg:px-5 lg:text-base lg:-outline-offset-4"
            >
              <Icon aria-hidden="true" size={20} className="shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                {title}
                <span className="block text-sm font-normal text-ink-soft max-lg:hidden">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-ink-faint max-lg:hidden" />
            </PreloadLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const OF_PLAYS =
  "They stay on this device. Orin sends them when you are online, even after you log out, and adds what they earn to your account.";
const OF_UPLOADS = "Your unfinished upload is removed from this device. Stay to let it finish.";
const OF_CHANGES = "Your changes stay on this device. Orin sends them once you log in here again.";

/** Logs out of this device, after a question when something still waits on it. */
function LogOut() {
  const navigate = useNavigate();
  const { waiting = 0, writes = [] } = useOutboxSnapshot() ?? {};
  const changes = writes.length;
  const uploads = useKeptUploads().songs;
  const what = [
    waiting > 0 && plural(waiting, "play"),
    changes > 0 && plural(changes, "change"),
    uploads > 0 && plural(uploads, "upload"),
  ].filter(Boolean);
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await logOut();
    await leaveDevice();
    // This screen's guard would lead to the log-in and back here, which a person who logs out does not want.
    setTimeout(() => navigate("/login", { replace: true }));
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={<LogOutIcon size={18} />}
        busy={isLeaving && !isAsking}
        busyLabel="Logging out..."
        onClick={() => what.length > 0 ? setAsking(true) : void leave()}
      >
        Log out
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`${what.join(" and ")} waiting`}
        message={[waiting > 0 && OF_PLAYS, changes > 0 && OF_CHANGES, uploads > 0 && OF_UPLOADS].filter(Boolean).join(
          " ",
        )}
        confirmLabel="Log out"
        cancelLabel="Stay"
        busy={isLeaving}
        busyLabel="Logging out..."
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

const EMPTY = { currentPassword: "", newPassword: "" };

/** The password, behind a button. `email` tells password managers whose it is. */
function PasswordForm({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const [message, show] = usePassing();
  const close = () => {
    setOpen(false);
    show("Password changed successfully");
  };
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Password</h2>
        <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close" : "Change Password"}
        </Button>
      </div>
      {message && <Banner tone="success" className="mt-4">{message}</Banner>}
      {isOpen && <Fields email={email} onChanged={close} />}
    </Card>
  );
}

function Fields({ email, onChanged }: { email: string; onChanged(): void }) {
  const [passwords, setPasswords] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const change = useChangePassword();
  const { currentPassword, newPassword } = passwords;
  useBusy("typing", currentPassword !== "" || newPassword !== "");
  const submit = async () => {
    const isMissing = currentPassword === "" || newPassword === "";
    const found = isMissing ? "Both current and new passwords are required" : await problemOfPassword(newPassword);
    setProblem(found);
    change.reset();
    if (!found) change.mutate(passwords, { onSuccess: onChanged });
  };
  const failure = problem ?? (change.isError && failureText(change.error, "Failed to change password"));
  return (
    <Form onSubmit={submit} className="mt-5 gap-5">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        autoFocus
        label="Current password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setPasswords({ ...passwords, currentPassword: event.target.value })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={<>{PASSWORD_HINT} We will log out your other devices.</>}
        value={newPassword}
        onChange={(event) => setPasswords({ ...passwords, newPassword: event.target.value })}
      />
      {newPassword !== "" && <PasswordRules password={newPassword} said={failure} />}
      {failure && <Banner tone="error">{failure}</Banner>}
      <Button type="submit" className="self-start" busy={change.isPending} busyLabel="Saving...">Save password</Button>
    </Form>
  );
}

/** Picture, name, phone and address. The email cannot be changed here. */
function ProfileForm({ profile }: { profile: Profile }) {
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
