import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import type { OwnSession } from "@contract/accounts.ts";
import { sessionsQuery } from "../data/account.ts";
import { failureText } from "../lib/api_error.ts";
import { formatAgo } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { deviceName, isPhone } from "../lib/device_name.ts";
import { useEndSession } from "./settings_api.ts";

const SHOWN_AT_FIRST = 5;
const FAILURE = "Failed to load your devices";

/** Where the user is logged in, each with a way to end it. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const savedAt = useSavedAt(sessions);
  const [showsAll, setShowsAll] = useState(false);
  // One's own device first, then the last seen.
  const all = [...sessions.data ?? []].sort((a, b) =>
    Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt)
  );
  const shown = showsAll ? all : all.slice(0, SHOWN_AT_FIRST);
  return (
    <Card>
      <h2 className="mb-2 text-xl">Where you are logged in</h2>
      <SavedNote what="list" savedAt={savedAt} />
      {sessions.isPending && <Skeleton shape="rows" count={2} label="Loading your devices..." />}
      {sessions.isError && !sessions.data && (
        <Banner
          tone="error"
          action={
            <Button
              variant="quiet"
              size="small"
              busy={sessions.isFetching}
              onClick={() => void sessions.refetch()}
            >
              Try Again
            </Button>
          }
        >
          {failureText(sessions.error, FAILURE)}
        </Banner>
      )}
      <ul className="divide-y divide-line">
        {shown.map((session) => <Row key={session.id} session={session} />)}
      </ul>
      {all.length > shown.length && (
        <Button variant="plain" size="small" onClick={() => setShowsAll(true)}>Show all {all.length}</Button>
      )}
    </Card>
  );
}

function Row({ session: { id, isCurrent, userAgent, lastSeenAt } }: { session: OwnSession }) {
  const end = useEndSession();
  const name = deviceName(userAgent);
  const Icon = isPhone(userAgent) ? Smartphone : Laptop;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden="true" size={22} className="shrink-0 text-ink-soft" />
        <div className="min-w-0 flex-1 basis-28 text-sm">
          <p className="truncate font-semibold">{name}</p>
          <p className={isCurrent ? "font-medium text-success" : "text-ink-soft"}>
            {isCurrent ? "This device" : `Last seen: ${formatAgo(lastSeenAt).toLowerCase()}`}
          </p>
        </div>
        {!isCurrent && (
          <Button variant="quiet" size="small" busy={end.isPending} onClick={() => end.mutate(id)}>
            Log out<span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
      {end.isError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failureText(end.error, "We could not log out this device. Please try again.")}
        </p>
      )}
    </li>
  );
}
