import { inviteAdmin } from "@contract/calls/admin_people.ts";
import type { AdminUser } from "@contract/admin_users.ts";
import { useForm, type UseFormReturn } from "react-hook-form";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { May } from "../shell/May.tsx";
import { MusicChoice } from "./MusicChoice.tsx";
import { PendingEmail } from "./PendingEmail.tsx";
import { type UserForm, useSaveUser, useUserDetails } from "./api.ts";

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
  const details = useUserDetails(userId);
  if (details.data) {
    const { firstName, lastName, email, phone, address, role, isAdmin } = details.data;
    const values = { ...EMPTY, firstName, lastName, email, phone, address, role, isAdmin };
    return (
      <>
        <PendingEmail user={details.data} />
        <MusicChoice user={details.data} />
        <Fields key={email} values={values} userId={userId} version={details.data.version} {...rest} />
      </>
    );
  }
  return <LoadState query={details} shape="text" count={6} label="Loading user..." failure="Failed to fetch users" />;
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
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PersonFields form={form} isNew={isNew} />
      {isNew ? <Passwords form={form} /> : <PasswordLink form={form} />}
      {save.isError && <Banner tone="error">{failureText(save.error, "Failed to save user")}</Banner>}
      <div className="flex flex-wrap justify-end gap-3 pt-2 max-sm:*:flex-1">
        <Button variant="quiet" onClick={onClose}>Cancel</Button>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">Save User</Button>
      </div>
    </form>
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
    if (name in EMPTY) form.setError(nameOf(name), { message });
  }

  function nameOf(name: string): keyof UserForm {
    return name as keyof UserForm;
  }
}
