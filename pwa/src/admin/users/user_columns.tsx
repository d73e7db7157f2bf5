import { putUser } from "@contract/calls/admin_people.ts";
import type { AdminUser, UserSort, UserStatus } from "@contract/admin_users.ts";
import { History, Pencil, RotateCcw, Trash2, UserCheck, UserRound, UserX } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { EmailText } from "../../ui/EmailText.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { Badge } from "../parts/Badge.tsx";
import type { Column } from "../parts/DataTable.tsx";
import type { Notice } from "../parts/notice.ts";
import { useMay } from "../shell/roles.ts";
import { useRestoreUser } from "./api.ts";
import { fullName } from "@contract/full_name.ts";

/** What is open over the table. */
export type OpenOver =
  | { what: "add" }
  | { what: "edit"; user: Pick<AdminUser, "_id"> }
  | { what: "delete" | "suspend" | "unsuspend"; user: AdminUser };

interface RowActions {
  onOpen(over: OpenOver): void;
  onSaid(message: Notice): void;
}

/** The documented columns. */
export function columnsWith(actions: RowActions): readonly Column<AdminUser, UserSort>[] {
  return [
    { label: "First Name", onPhone: "title", cell: (user) => <PersonLink user={user} /> },
    { label: "Last Name", sort: "name", onPhone: "title", cell: (user) => user.lastName },
    {
      label: "Email",
      sort: "email",
      cell: (user) => (
        <span className="wrap-anywhere">
          <EmailText email={user.email} />
        </span>
      ),
    },
    { label: "Phone", cell: (user) => user.phone || "N/A" },
    { label: "Role", sort: "role", cell: (user) => <span className="capitalize">{user.role}</span> },
    {
      label: "Admin",
      onPhone: "named",
      cell: ({ isAdmin, isInvited }) => (
        <Badge tone={isAdmin ? "notice" : "plain"}>{isInvited ? "Invited" : isAdmin ? "Yes" : "No"}</Badge>
      ),
    },
    { label: "Status", sort: "status", cell: (user) => <Status user={user} /> },
    { label: "Actions", onPhone: "end", cell: (user) => <Actions user={user} {...actions} /> },
  ];
}

/** To the person's page. */
function PersonLink({ user: { _id, firstName } }: { user: AdminUser }) {
  return <Link to={`/people/${_id}`} className="hover:underline">{firstName}</Link>;
}

const WORDS: Record<UserStatus, { tone: "good" | "bad"; text: string }> = {
  active: { tone: "good", text: "Verified" },
  unverified: { tone: "bad", text: "Inactive" },
  suspended: { tone: "bad", text: "Suspended" },
  closing: { tone: "bad", text: "Deleted" },
};

/** The address of an invited admin is taken as right, and proven by no person yet. */
const INVITED = { tone: "bad", text: "No password yet" } as const;

function Status({ user: { status, suspension, isInvited } }: { user: AdminUser }) {
  return (
    <>
      <Badge {...isInvited && status === "active" ? INVITED : WORDS[status]} />
      {suspension && <span className="ml-1.5 text-xs text-ink-soft" title={suspension}>{suspension}</span>}
    </>
  );
}

function Actions({ user, onOpen, onSaid }: { user: AdminUser } & RowActions) {
  const navigate = useNavigate();
  const restore = useRestoreUser();
  const mayEdit = useMay(putUser);
  const name = fullName(user);
  const bringBack = () =>
    restore.mutate(user._id, {
      onSuccess: () => onSaid({ tone: "success", text: "User restored" }),
      onError: (error) => onSaid({ tone: "error", text: failureText(error, "Failed to restore user") }),
    });
  return (
    <div className="flex items-center gap-0.5 md:-my-1 md:-ml-2">
      {!mayEdit ? null : user.status === "closing"
        // Nothing else can be decided about who is deleted.
        ? <IconButton size="small" label={`Restore ${name}`} icon={<RotateCcw size={17} />} onClick={bringBack} />
        : (
          <>
            <IconButton
              size="small"
              label={`Edit ${name}`}
              icon={<Pencil size={17} />}
              onClick={() => onOpen({ what: "edit", user })}
            />
            <IconButton
              size="small"
              label={`Delete ${name}`}
              icon={<Trash2 size={17} />}
              onClick={() => onOpen({ what: "delete", user })}
            />
          </>
        )}
      <Menu
        label={`More for ${name}`}
        items={[
          {
            label: "Open the page",
            icon: <UserRound size={18} />,
            onSelect: () => navigate(`/people/${user._id}`),
          },
          {
            label: "Timeline",
            icon: <History size={18} />,
            onSelect: () => navigate(`/audit?subject=${encodeURIComponent(`user:${user._id}`)}`),
          },
          ...(mayEdit ? standingItems(user, onOpen) : []),
        ]}
      />
    </div>
  );
}

function standingItems(user: AdminUser, onOpen: RowActions["onOpen"]): MenuItem[] {
  switch (user.status) {
    case "closing":
      return [];
    case "suspended": {
      const onSelect = () => onOpen({ what: "unsuspend", user });
      return [{ label: "Lift suspension", icon: <UserCheck size={18} />, onSelect }];
    }
    default: {
      const onSelect = () => onOpen({ what: "suspend", user });
      return [{ label: "Suspend", icon: <UserX size={18} />, dangerous: true, onSelect }];
    }
  }
}
