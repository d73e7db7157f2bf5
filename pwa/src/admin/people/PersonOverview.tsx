import type { PersonPage } from "@contract/people.ts";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Card } from "../../ui/Card.tsx";
import { workAt } from "../shell/work_address.ts";
import { Facts } from "../parts/Facts.tsx";

/** Who the person is, and what they use: devices, sessions, group and appeals. */
export function PersonOverview({ page }: { page: PersonPage }) {
  const { sessions, appeals } = page;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Account page={page} />
      <Devices devices={page.devices} />
      <Part title="Sessions">
        <List empty="Nobody is logged in.">
          {sessions.map(({ sessionId, userAgent, isAdmin, createdAt, lastSeenAt }) => (
            <Row key={sessionId} end={`seen ${formatDateTime(lastSeenAt)}`}>
              <span className="wrap-anywhere">{userAgent || "Unknown browser"}</span>
              {isAdmin && ", back office"}, since {formatDate(createdAt)}
            </Row>
          ))}
        </List>
      </Part>
      <Part title="Appeals">
        <List empty="No appeals.">
          {appeals.map(({ appealId, at, state }) => (
            <Row key={appealId} end={formatDate(at)}>
              <Link className="text-link underline" to={workAt("earnings_appeal", appealId)}>Appeal</Link>, {state}
            </Row>
          ))}
        </List>
      </Part>
    </div>
  );
}

function Account({ page: { person, group } }: { page: PersonPage }) {
  return (
    <Part title="Account">
      <Facts
        as="columns"
        facts={[
          ["Email", person.email || "N/A"],
          ["Phone", person.phone || "N/A"],
          ["Address", person.address || "N/A"],
          ["Status", statusWords(person)],
          [
            "Group",
            group
              ? (
                <Link className="text-link underline" to={`/groups?group=${group.groupId}`}>
                  {plural(group.members, "linked account")}, risk {group.score} of 100
                </Link>
              )
              : "No linked accounts",
          ],
          ["Number", <code key="id" className="font-mono text-xs break-all">{person._id}</code>],
        ]}
      />
      <p className="mt-3 text-sm">
        <Link className="text-link underline" to={`/audit?subject=user:${person._id}`}>Full history</Link>
      </p>
    </Part>
  );
}

function Devices({ devices }: Pick<PersonPage, "devices">) {
  return (
    <Part title="Devices">
      <List empty="No device has played yet.">
        {devices.map(({ deviceId, plays, tokens, others }) => (
          <Row key={deviceId} end={nairaOf(tokens)}>
            <span className="font-mono text-xs break-all">{deviceId || "Unnamed device"}</span>, {plural(plays, "play")}
            {others.map((userId) => (
              <Link key={userId} className="ml-2 text-link underline" to={`/people/${userId}`}>
                shared with …{userId.slice(-8)}
              </Link>
            ))}
          </Row>
        ))}
      </List>
    </Part>
  );
}

function statusWords({ suspension, isInvited, status }: PersonPage["person"]): string {
  if (suspension) return `Suspended: ${suspension}`;
  return isInvited && status === "active" ? "Invited as an admin, no password yet" : STATUS[status];
}

const STATUS = { active: "Verified", unverified: "Not verified", suspended: "Suspended", closing: "Deleted" } as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  );
}

function List({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-ink-soft">{empty}</p>;
  return <ul className="text-sm">{children}</ul>;
}

function Row({ end, children }: { end: string; children: ReactNode }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 border-t border-line py-1.5 first:border-0">
      <span className="min-w-0">{children}</span>
      <span className="text-xs text-ink-soft tabular-nums">{end}</span>
    </li>
  );
}
