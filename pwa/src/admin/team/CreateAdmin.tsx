import { inviteAdmin } from "@contract/calls/admin_people.ts";
import { listAdminSessions } from "@contract/calls/admin_team.ts";
import { type AdminRole, ROLE_WORDS } from "@contract/admin_roles.ts";
import { useForm } from "react-hook-form";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { OwnFactor } from "../second_factor/OwnFactor.tsx";
import { May } from "../shell/May.tsx";
import { useCreateAdmin, useTeam } from "./api.ts";
import { ROLE_OPTIONS } from "./MemberRole.tsx";
import { Team } from "./Team.tsx";
import { TeamSessions } from "./TeamSessions.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

interface Invited {
  fullName: string;
  email: string;
  phone: string;
  address: string;
  password: string;
  role: AdminRole;
}

const EMPTY: Invited = { fullName: "", email: "", phone: "", address: "", password: "", role: "owner" };

/** `/create-admin`: an admin lets another one in. */
export function CreateAdmin() {
  return (
    <>
      <ScreenHead
        title="Team"
        subtitle="Who works here, with which role, and where they are logged in."
      />
      <OneSide />
      <div className="grid items-start gap-8 *:min-w-0 lg:grid-cols-2">
        <May call={inviteAdmin}>
          <Invitation />
        </May>
        <div className="flex flex-col gap-8">
          <Team />
          <OwnFactor />
        </div>
      </div>
      <May call={listAdminSessions}>
        <TeamSessions />
      </May>
    </>
  );
}

/** What a shop with one founding owner can do, what waits, and who changes that. */
function OneSide() {
  const { data } = useTeam();
  if (!data || data.sides >= 2) return null;
  return (
    <Banner tone="info" className="mb-6">
      There is only one side. Users, tracks, stricter rules and payouts below the limit need no second approval. Looser
      rules and new emails of users hold after seven days. Large payouts, roles with more rights and the admins you
      invite wait for an admin on another side. The operator names a second founding owner: set ADMIN2_EMAIL and
      ADMIN2_PASSWORD, and start Orin again.
    </Banner>
  );
}

function Invitation() {
  const form = useForm<Invited>({ defaultValues: EMPTY });
  const create = useCreateAdmin();
  const submit = form.handleSubmit(({ password, ...invited }) =>
    create.mutate({ ...invited, ...(password && { password }) }, { onSuccess: () => form.reset(EMPTY) })
  );
  const { errors } = form.formState;
  return (
    <Card className="max-w-xl">
      <h2 className="mb-1 text-xl">Invite an admin</h2>
      <p className="mb-4 text-sm text-ink-soft">
        They choose their own password, and an admin on another side confirms them.
      </p>
      <Form onSubmit={submit}>
        <TextField
          required
          label="Full Name"
          autoComplete="off"
          maxLength={60}
          error={errors.fullName?.message}
          {...form.register("fullName", required("Full name is required"))}
        />
        <TextField
          required
          label="Admin Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          error={errors.email?.message}
          {...form.register("email", required("Email is required"))}
        />
        <TextField label="Admin Phone" type="tel" autoComplete="off" maxLength={40} {...form.register("phone")} />
        <TextField label="Admin Address" autoComplete="off" maxLength={200} {...form.register("address")} />
        <Select
          label="Role"
          hint={ROLE_WORDS[form.watch("role")].does}
          options={ROLE_OPTIONS}
          {...form.register("role")}
        />
        <PasswordField
          label="Admin Password"
          hint="Leave it empty: they get a link by email and choose their own."
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register("password", {
            minLength: { value: 8, message: "Minimum length is 8 characters." },
          })}
        />
        {create.isError && <Banner tone="error">{failureText(create.error, "An error occurred")}</Banner>}
        <Button type="submit" size="large" busy={create.isPending} busyLabel="Creating...">Create Admin</Button>
      </Form>
      {create.isSuccess && <Created onClose={create.reset} />}
    </Card>
  );
}

function required(message: string) {
  return { validate: (text: string) => text.trim() !== "" || message };
}

function Created({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      open
      title="Admin Created Successfully!"
      description="They have an email with a link. They choose their own password within 72 hours, and wait until an admin on another side confirms them."
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    />
  );
}
