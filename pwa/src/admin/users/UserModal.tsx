import { cancelPlannedEmail, inviteAdmin, setMusicHidden } from "@contract/calls/admin_people.ts";
import type { AdminUser } from "@contract/admin_users.ts";
import { useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { useCancelEmail, useMusicOf, type UserForm, useSaveUser, useUserDetails } from "./api.ts";

interface UserModalProps {
  /** The one to edit; a new one without it. */
  user?: Pick<AdminUser, "_id">;
  onClose(): void;
  /** With the address that a link to choose a password goes to, where one was asked for. */
  onSaved(linkTo?: string): void;
}

const ROLES = [{ value: "listener", label: "Listener" }, { value: "creator", label: "Creator" }];
const EMPTY: UserForm = {
  ...{ firstName: "", lastName: "", email: "", phone: "", address: "" },
  ...{ role: "listener", isAdmin: false, password: "", confirmPassword: "", passwordLink: false },
};

/** The add and edit modal. The log notes who opens a person's details. */
export function UserModal({ user, onClose, onSaved }: UserModalProps) {
  return (
    <Dialog open title={user ? "Edit User" : "Add New User"} onClose={onClose}>
      {user
        ? <Details userId={user._id} onClose={onClose} onSaved={onSaved} />
        : <Fields values={EMPTY} userId={undefined} onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  );
}

function Details({ userId, ...rest }: { userId: string } & Pick<UserModalProps, "onClose" | "onSaved">) {
  return (
    <Loaded
      query={useUserDetails(userId)}
      shape="text"
      count={6}
      label="Loading user..."
      failure="Failed to fetch users"
    >
      {(user) => (
        <>
          <PendingEmail user={user} />
          <MusicChoice user={user} />
          <Fields key={user.email} values={valuesOf(user)} userId={userId} version={user.version} {...rest} />
        </>
      )}
    </Loaded>
  );
}

function valuesOf({ firstName, lastName, email, phone, address, role, isAdmin }: AdminUser): UserForm {
  return { ...EMPTY, firstName, lastName, email, phone, address, role, isAdmin };
}

interface FieldsProps extends Pick<UserModalProps, "onClose" | "onSaved"> {
  values: UserForm;
  userId: string | undefined;
  version?: number | undefined;
}

function Fields({ values, userId, version, onClose, onSaved }: FieldsProps) {
  const form = useForm<UserForm>({ defaultValues: values });
  const save = useSaveUser(userId, version);
  const isNew = userId === undefined;
  const submit = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: () => {
        onClose();
        onSaved(body.passwordLink ? values.email : undefined);
      },
      onError: (error) => showAtFields(form, error),
    })
  );
  return (
    <Form onSubmit={submit} className="gap-4">
      <PersonFields form={form} isNew={isNew} />
      {isNew ? <Passwords form={form} /> : <PasswordLink form={form} />}
      {save.isError && <Banner tone="error">{failureText(save.error, "Failed to save user")}</Banner>}
      <div className="flex flex-wrap justify-end gap-3 pt-2 max-sm:*:flex-1">
        <Button variant="quiet" onClick={onClose}>Cancel</Button>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">Save User</Button>
      </div>
    </Form>
  );
}

function PersonFields({ form, isNew }: { form: UseFormReturn<UserForm>; isNew: boolean }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          required
          label="First Name"
          maxLength={60}
          error={errors.firstName?.message}
          {...form.register("firstName", filled("First name is required"))}
        />
        <TextField
          required
          label="Last Name"
          maxLength={60}
          error={errors.lastName?.message}
          {...form.register("lastName", filled("Last name is required"))}
        />
      </div>
      <TextField
        required
        label="Email"
        hint={isNew
          ? undefined
          : "A new email waits for an admin on another side, or seven days if there is none. The old one gets a notice."}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        error={errors.email?.message}
        {...form.register("email", {
          ...filled("Email is required"),
          pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: "Please enter a valid email address" },
        })}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        maxLength={40}
        error={errors.phone?.message}
        {...form.register("phone")}
      />
      <TextField label="Address" maxLength={200} error={errors.address?.message} {...form.register("address")} />
      <Select label="Role" options={ROLES} {...form.register("role")} />
      <May call={inviteAdmin}>
        <Checkbox
          label="Admin"
          hint="Can log in once an admin on another side has confirmed them."
          {...form.register("isAdmin")}
        />
      </May>
    </>
  );
}

/** No admin sets the password of a person who has one. */
function PasswordLink({ form }: { form: UseFormReturn<UserForm> }) {
  return (
    <Checkbox
      label="Send them a link to choose a new password"
      hint="It works for a day. Their password stays until they choose. You count as having opened this account: another admin approves its payments."
      {...form.register("passwordLink")}
    />
  );
}

/** The first password. */
function Passwords({ form }: { form: UseFormReturn<UserForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <PasswordField
        label="Password"
        required
        hint="At least 8 characters. It opens one log-in, which asks them for a password of their own."
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register("password", {
          required: "Password is required",
          minLength: { value: 8, message: "Minimum length is 8 characters." },
        })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register("confirmPassword", {
          validate: (said, { password }) => said === password || "Passwords do not match",
        })}
      />
    </>
  );
}

function filled(message: string) {
  return { validate: (text: string) => text.trim() !== "" || message };
}

/** Shows each refusal at its field. */
function showAtFields(form: UseFormReturn<UserForm>, error: unknown): void {
  if (!(error instanceof ApiError)) return;
  for (const [name, message] of Object.entries(error.fields)) {
    if (name in EMPTY) form.setError(fieldOf(name), { message });
  }

  function fieldOf(name: string): keyof UserForm {
    return name as keyof UserForm;
  }
}

/** An email that waits for another side, or for its day, with what admins can do about it. */
function PendingEmail({ user: { _id, pendingEmail, plannedEmailChange } }: { user: AdminUser }) {
  const [said, setSaid] = useState<string>();
  const cancel = useCancelEmail(_id);
  if (said !== undefined) return <Banner tone="success" className="mb-4">{said}</Banner>;
  if (!pendingEmail) return null;
  if (!plannedEmailChange) {
    return (
      <div className="mb-4 flex flex-col gap-3">
        <p className="text-sm wrap-anywhere">
          The email <b>{pendingEmail}</b> waits for an admin on another side.
        </p>
        <WaitingProposal kind="pending_email" subject={_id} onDone={setSaid} />
      </div>
    );
  }
  const { changeId, takesEffectAt } = plannedEmailChange;
  return (
    <Banner tone="info" className="mb-4">
      <p className="wrap-anywhere">
        The email becomes <b>{pendingEmail}</b> on{" "}
        {formatDateTime(takesEffectAt)}, unless the person objects with the link that we mailed to the old one.
      </p>
      {cancel.isError && (
        <p role="alert" className="mt-2 text-danger">{failureText(cancel.error, "An error occurred")}</p>
      )}
      <May call={cancelPlannedEmail}>
        <Button
          className="mt-3"
          size="small"
          variant="quiet"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(changeId)}
        >
          Keep the old email
        </Button>
      </May>
    </Banner>
  );
}

/** Of a suspended artist: whether everybody goes on hearing the music, to change while the suspension lasts. */
function MusicChoice({ user: { _id: userId, music, role } }: { user: AdminUser }) {
  const change = useMusicOf(userId);
  if (music === undefined || role !== "creator") return null;
  const isHidden = music === "hidden";
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-ink/8 px-4 py-3 text-sm">
      <p>Music: {isHidden ? "is hidden" : "stays"} while they are suspended</p>
      <May call={setMusicHidden}>
        <Button
          size="small"
          variant="quiet"
          busy={change.isPending}
          onClick={() => change.mutate(isHidden ? "stays" : "hidden")}
        >
          {isHidden ? "Show the music" : "Hide the music"}
        </Button>
      </May>
      {change.isError && <Banner tone="error">{failureText(change.error, "That did not work")}</Banner>}
    </div>
  );
}
