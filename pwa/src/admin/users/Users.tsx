import { type AdminUser, type StandingAnswer, USER_SORTS } from "@contract/admin_users.ts";
import { createUser, exportUsers as exportUsersCall } from "@contract/calls/admin_people.ts";
import { useState } from "react";
import { UserPlus } from "lucide-react";
import { usePassing } from "../../lib/use_passing.ts";
import { Button } from "../../ui/Button.tsx";
import { ListScreen } from "../parts/ListScreen.tsx";
import { useListAddress } from "../parts/use_list_address.ts";
import type { Notice } from "../parts/notice.ts";
import { May } from "../shell/May.tsx";
import { useMay } from "../shell/roles.ts";
import { exportUsers, useDeleteUser, useUsers } from "./api.ts";
import { StandingDialog } from "./StandingDialog.tsx";
import { UserModal } from "./UserModal.tsx";
import { columnsWith, type OpenOver } from "./user_columns.tsx";
import { failureText } from "../../lib/api_error.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";

const STATUSES = {
  label: "Which users",
  options: [
    { value: "", label: "Everyone" },
    { value: "active", label: "Verified" },
    { value: "unverified", label: "Not verified" },
    { value: "suspended", label: "Suspended" },
    { value: "closing", label: "Deleted, not erased yet" },
    { value: "admin", label: "Admins" },
  ],
};

const FIELDS = [
  {
    name: "role",
    label: "Role",
    choice: {
      none: "Listeners and creators",
      options: [{ value: "listener", label: "Listeners" }, { value: "creator", label: "Creators" }],
    },
  },
  { name: "from", label: "Joined from" },
  { name: "to", label: "Joined until" },
] as const;

/** `/users`: everyone, found on the server. */
export function Users() {
  const address = useListAddress(USER_SORTS, { sort: "created", order: "desc" }, ["role", "from", "to"]);
  const users = useUsers(address.list);
  // A proposal links to the person's form.
  const [over, setOver] = useState<OpenOver | undefined>(() => {
    const _id = new URLSearchParams(location.search).get("edit");
    return _id === null ? undefined : { what: "edit", user: { _id } };
  });
  const [notice, say] = usePassing<Notice>();
  const close = () => setOver(undefined);
  const tell = ({ message, state }: StandingAnswer) =>
    say({ tone: state === "waiting" ? "info" : "success", text: message });
  const mayExport = useMay(exportUsersCall);
  return (
    <>
      <ListScreen
        title="People"
        actions={
          <May call={createUser}>
            <Button icon={<UserPlus size={18} />} onClick={() => setOver({ what: "add" })}>Add New User</Button>
          </May>
        }
        notice={notice}
        query={users}
        rows={users.data?.pages.flat()}
        loading="Loading users..."
        failure="Failed to fetch users"
        empty={{ title: "No users found", text: address.list.q && "Try another name, email or number." }}
        table={{ label: "Users", columns: columnsWith({ onOpen: setOver, onSaid: say }), keyOf: ({ _id }) => _id }}
        narrowing={{
          ...{ address, fields: FIELDS, action: "Show users", choice: STATUSES },
          search: "Search by name, email or phone...",
          exporting: mayExport ? EXPORT : undefined,
        }}
      />
      {over?.what === "add" && <UserModal onClose={close} onSaved={() => say(SAVED.add)} />}
      {over?.what === "edit" && (
        <UserModal
          user={over.user}
          onClose={close}
          onSaved={(linkTo) => say(editedWords(linkTo))}
        />
      )}
      {over?.what === "delete" && <DeleteUser user={over.user} onClose={close} onDone={tell} />}
      {(over?.what === "suspend" || over?.what === "unsuspend") && (
        <StandingDialog
          user={over.user}
          standing={over.what}
          onClose={close}
          onDone={tell}
        />
      )}
    </>
  );
}

const EXPORT = {
  title: "Export these users as CSV?",
  text: "The file holds exactly the people of this search and filter, with email addresses and phone numbers.",
  save: exportUsers,
};

function editedWords(linkTo: string | undefined): Notice {
  if (linkTo === undefined) return SAVED.edit;
  return { tone: "success", text: `${SAVED.edit.text}. We send ${linkTo} a link to choose a password.` };
}

const SAVED = {
  add: { tone: "success", text: "User created successfully" },
  edit: { tone: "success", text: "User updated successfully" },
} as const;

interface DeleteUserProps {
  user: AdminUser;
  onClose(): void;
  onDone(answer: StandingAnswer): void;
}

/** Asks before an account is closed. */
function DeleteUser({ user, onClose, onDone }: DeleteUserProps) {
  const remove = useDeleteUser();
  const confirm = () =>
    remove.mutate(user._id, {
      onSuccess: (answer) => {
        onClose();
        onDone(answer);
      },
    });
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Delete ${user.firstName} ${user.lastName}?`.replace(" ?", "?")}
      message="This logs them out now and closes the account. An artist's tracks disappear from Orin. You can restore the account for 30 days; then Orin erases all personal data for good."
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.isError ? failureText(remove.error, "Failed to delete user") : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
