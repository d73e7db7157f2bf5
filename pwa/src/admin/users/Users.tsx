import { USER_SORTS, type UserSort } from "@contract/admin_users.ts";
import { useId, useState } from "react";
import { UserPlus } from "lucide-react";
import { failureText } from "../../lib/api_error.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ExportDialog } from "../parts/ExportDialog.tsx";
import { FilterForm } from "../parts/FilterForm.tsx";
import { ListTools } from "../parts/ListTools.tsx";
import { MorePages } from "../parts/MorePages.tsx";
import { SearchBox } from "../parts/SearchBox.tsx";
import { useListAddress } from "../parts/use_list_address.ts";
import type { Notice } from "../parts/notice.ts";
import { May } from "../shell/May.tsx";
import { useMay } from "../shell/roles.ts";
import { exportUsers, type StandingAnswer, useUsers } from "./api.ts";
import { DeleteUser } from "./DeleteUser.tsx";
import { StandingDialog } from "./StandingDialog.tsx";
import { UserModal } from "./UserModal.tsx";
import { type OpenOver, UserTable } from "./UserTable.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

const STATUSES = [
  { value: "", label: "Everyone" },
  { value: "active", label: "Verified" },
  { value: "unverified", label: "Not verified" },
  { value: "suspended", label: "Suspended" },
  { value: "closing", label: "Deleted, not erased yet" },
  { value: "admin", label: "Admins" },
];

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
  const { list, change } = address;
  const users = useUsers(list);
  // A proposal links to the person's form.
  const [over, setOver] = useState<OpenOver | undefined>(() => {
    const _id = new URLSearchParams(location.search).get("edit");
    return _id === null ? undefined : { what: "edit", user: { _id } };
  });
  const [notice, say] = usePassing<Notice>();
  const found = users.data?.pages.flat();
  const close = () => setOver(undefined);
  const tell = ({ message, state }: StandingAnswer) =>
    say({ tone: state === "waiting" ? "info" : "success", text: message });
  if (!found && users.isError) {
    const message = failureText(users.error, "Failed to fetch users");
    return <ErrorState message={message} busy={users.isFetching} onRetry={() => void users.refetch()} />;
  }
  return (
    <>
      <ScreenHead title="User Management">
        <May call="POST /api/v1/admin/users">
          <Button icon={<UserPlus size={18} />} onClick={() => setOver({ what: "add" })}>Add New User</Button>
        </May>
      </ScreenHead>
      <Toolbar address={address} />
      {notice && <Banner tone={notice.tone} className="mb-5">{notice.text}</Banner>}
      {found && users.isRefetchError && (
        <Banner tone="error" className="mb-5">{failureText(users.error, "Failed to fetch users")}</Banner>
      )}
      {!found && <Skeleton shape="rows" count={8} label="Loading users..." />}
      {found?.length === 0 && (
        <EmptyState title="No users found" text={list.q && "Try another name, email or number."} />
      )}
      {found && found.length > 0 && (
        <UserTable users={found} ordered={list} onOrder={change} onOpen={setOver} onSaid={say} />
      )}
      <MorePages pages={users} failure="Failed to fetch users" />
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

type Address = ReturnType<typeof useListAddress<UserSort, "role" | "from" | "to">>;

/** What narrows the list, and saves it. */
function Toolbar({ address: { list, change, query, choose } }: { address: Address }) {
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const mayExport = useMay("POST /api/v1/admin/users/export");
  return (
    <>
      <div className="mb-3 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,28rem)_15rem_auto] lg:justify-start">
        <SearchBox label="Search by name, email or phone..." value={list.q} onSearch={(q) => change({ q })} />
        <Select
          hideLabel
          label="Which users"
          options={STATUSES}
          value={list.status}
          onChange={(event) => change({ status: event.target.value })}
        />
        <ListTools
          narrowed={Object.values(list.narrow).filter(Boolean).length}
          isOpen={isOpen}
          panelId={panelId}
          onToggle={() => setOpen(!isOpen)}
          saved={{ list: "users", query, onChoose: choose }}
          onExport={mayExport ? () => setExporting(true) : undefined}
        />
      </div>
      {isOpen && (
        <FilterForm
          id={panelId}
          fields={FIELDS}
          values={list.narrow}
          action="Show users"
          onFilter={(narrow) => change({ narrow })}
        />
      )}
      {isExporting && (
        <ExportDialog
          title="Export these users as CSV?"
          text="The file holds exactly the people of this search and filter, with email addresses and phone numbers."
          save={(note) => exportUsers(list, note)}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}

function editedWords(linkTo: string | undefined): Notice {
  if (linkTo === undefined) return SAVED.edit;
  return { tone: "success", text: `${SAVED.edit.text}. We send ${linkTo} a link to choose a password.` };
}

const SAVED = {
  add: { tone: "success", text: "User created successfully" },
  edit: { tone: "success", text: "User updated successfully" },
} as const;
