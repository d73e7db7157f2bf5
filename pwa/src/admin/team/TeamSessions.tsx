import { endAdminSession } from "@contract/calls/admin_team.ts";
import type { TeamSessionsAnswer } from "@contract/team.ts";
import { deviceName } from "../../lib/device_name.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatAgo, formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { May } from "../shell/May.tsx";
import { useEndTeamSession, useTeamSessions } from "./api.ts";

type Member = TeamSessionsAnswer["members"][number];

/** Where each admin is logged in to the back office, from which address, with a way to end it. */
export function TeamSessions() {
  return (
    <section aria-labelledby="team-sessions" className="mt-10">
      <h2 id="team-sessions" className="mb-1 text-xl">Sessions</h2>
      <p className="mb-4 text-sm text-ink-soft">
        Where admins are logged in now. End what you do not know: it holds within five seconds.
      </p>
      <Loaded
        query={useTeamSessions()}
        count={3}
        label="Loading the sessions..."
        failure="The sessions could not be loaded"
      >
        {({ members }) => (
          <Card className="py-2! sm:py-3!">
            <ul className="divide-y divide-line">
              {members.map((member) => <Admin key={member.userId} member={member} />)}
            </ul>
          </Card>
        )}
      </Loaded>
    </section>
  );
}

function Admin({ member: { userId, name, lastLoginAt, sessions } }: { member: Member }) {
  return (
    <li className="py-3">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-sm text-ink-soft">
        {lastLoginAt === null ? "Has not logged in yet" : `Last log-in: ${formatDateTime(lastLoginAt)}`}
      </p>
      {sessions.length > 0 && (
        <ul aria-label={`Sessions of ${name}`} className="mt-2 flex flex-col gap-2">
          {sessions.map((session) => <Row key={session.sessionId} userId={userId} session={session} />)}
        </ul>
      )}
    </li>
  );
}

function Row({ userId, session }: { userId: string; session: Member["sessions"][number] }) {
  const { sessionId, userAgent, address, lastSeenAt, isCurrent } = session;
  const end = useEndTeamSession();
  const device = deviceName(userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <div className="min-w-0">
        <p className="wrap-anywhere">{device}, {address ?? "address unknown"}</p>
        <p className={isCurrent ? "font-medium text-success" : "text-ink-soft"}>
          {isCurrent ? "This session" : `Last used: ${formatAgo(lastSeenAt).toLowerCase()}`}
        </p>
      </div>
      {!isCurrent && (
        <May call={endAdminSession}>
          <Button
            variant="quiet"
            size="small"
            busy={end.isPending}
            aria-label={`End the session: ${device}`}
            onClick={() => end.mutate({ userId, sessionId })}
          >
            End
          </Button>
        </May>
      )}
      {end.isError && <p role="alert" className="w-full text-danger">{failureText(end.error, "That did not work")}</p>}
    </li>
  );
}
