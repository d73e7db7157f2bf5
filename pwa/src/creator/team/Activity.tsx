import type { TeamActivity } from "@contract/memberships.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { teamActivityQuery } from "../../data/teams.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Select } from "../../ui/Select.tsx";
import { useActivityTable } from "./api.ts";

/** Who did what for the artist, the newest first. */
export function Activity() {
  const [person, setPerson] = useState("");
  const query = useInfiniteQuery(teamActivityQuery(person));
  const save = useActivityTable();
  const people = query.data?.pages[0]?.people ?? [];
  const activity = query.data?.pages.flatMap((page) => page.activity);
  return (
    <section aria-labelledby="activity" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="activity" className="text-xl">Activity</h2>
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="Activity of"
            hideLabel
            value={person}
            options={[
              { value: "", label: "Everybody" },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => setPerson(event.target.value)}
          />
          <Button
            variant="quiet"
            icon={<Download size={18} />}
            busy={save.isPending}
            busyLabel="Saving..."
            onClick={() => save.mutate(person)}
          >
            CSV
          </Button>
        </div>
      </div>
      {save.isError && <Banner tone="error">{failureText(save.error, "The file was not saved")}</Banner>}
      {activity === undefined
        ? <LoadState query={query} label="Loading the activity..." failure="Failed to load the activity" />
        : activity.length === 0
        ? <p className="text-sm text-ink-soft">Nothing yet. Uploads, edits and changes of the team stand here.</p>
        : <List activity={activity} />}
      {query.hasNextPage && (
        <div>
          <Button
            variant="quiet"
            busy={query.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}

function List({ activity }: { activity: readonly TeamActivity[] }) {
  return (
    <ol aria-label="Activity" className="flex flex-col divide-y divide-line rounded-xl border border-line bg-surface">
      {activity.map(({ id, at, who, what, about }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
            <bdi className="font-semibold">{who}</bdi> <span className="text-ink-soft">{what}</span>
            {about && <bdi className="font-medium">{` ${about}`}</bdi>}
          </p>
          <time dateTime={at} className="text-xs text-ink-faint tabular-nums">{formatDateTime(at)}</time>
        </li>
      ))}
    </ol>
  );
}
