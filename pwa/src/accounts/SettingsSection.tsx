import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { type ComponentType, useState } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import type { OwnSession } from "@contract/accounts.ts";
import { BIRTH_YEARS } from "@contract/birth_years.ts";
import { changeBirthYears, deleteBirthYears } from "@contract/calls/accounts.ts";
import { birthYearsQuery, sessionsQuery } from "../data/account.ts";
import { failureText } from "../lib/api_error.ts";
import { ask } from "../lib/ask.ts";
import { deviceName, isPhone } from "../lib/device_name.ts";
import { formatAgo } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { useTitle } from "../lib/use_title.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { DeviceSettings } from "./DeviceSettings.tsx";
import { LevelCard } from "./LevelCard.tsx";
import { Notifications } from "./Notifications.tsx";
import { SettingCard } from "./SettingCard.tsx";
import { YourData } from "./YourData.tsx";
import { useEndSession } from "./settings_api.ts";
import { type SectionId, SECTIONS } from "./settings_sections.ts";

const CONTENTS: Readonly<Record<SectionId, readonly ComponentType[]>> = {
  level: [LevelCard],
  notifications: [Notifications],
  privacy: [Visibility, BirthYears],
  device: [DeviceSettings],
  "log-ins": [SessionList],
  data: [YourData],
};

/** `/settings/:section`: one part of the settings; an unknown one leads back to all of them. */
export function SettingsSection() {
  const { section = "" } = useParams();
  const shown = SECTIONS.find(({ id }) => id === section);
  useTitle(shown?.title);
  if (!shown) return <Navigate to="/settings" replace />;
  return (
    <>
      <PageHeader
        title={shown.title}
        seed="Settings"
        subtitle={shown.text}
        before={<BackLink to="/settings">Settings</BackLink>}
      />
      {/* The first card has the screen's own name. */}
      <div className="flex max-w-3xl flex-col gap-6 [&>section:first-child>h2:first-child]:sr-only">
        {CONTENTS[shown.id].map((Part, index) => <Part key={index} />)}
      </div>
    </>
  );
}

/** Whether artists see who plays and follows them. */
function Visibility() {
  return (
    <SettingCard
      title="Privacy"
      label="Show my name to artists"
      hint="On: artists see your first name and picture when you play or follow them. Off: they see “A listener”."
      setting="isNamed"
      initial={false}
    >
      <Link
        to="/privacy-policy"
        className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        Who sees what about you
      </Link>
      <Link
        to="/blocked"
        className="ml-4 inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        Blocked people
      </Link>
    </SettingCard>
  );
}

/** The years of birth, which are optional: artists see them as groups of their listeners. */
function BirthYears() {
  const told = useQuery(birthYearsQuery);
  const client = useQueryClient();
  const tell = useMutation({
    mutationFn: (value: string) => {
      const years = BIRTH_YEARS.find((one) => one === value);
      return years ? ask(changeBirthYears, { body: { years } }) : ask(deleteBirthYears);
    },
    onSuccess: (answer) => client.setQueryData(birthYearsQuery.queryKey, answer),
  });
  const failure = tell.isError
    ? failureText(tell.error, "Your years of birth could not be saved")
    : !told.data && told.error && failureText(told.error, "Failed to load your settings");
  return (
    <Card>
      <h2 className="mb-2 text-xl">Your age</h2>
      <Select
        label="I was born"
        hint="Only if you like. Artists see how many of their listeners belong to each age group of five people or more, and never who they are."
        value={tell.isPending ? tell.variables : told.data?.years ?? ""}
        placeholder="Prefer not to say"
        disabled={told.data === undefined || tell.isPending}
        options={BIRTH_YEARS.map((years) => ({ value: years, label: years }))}
        onChange={(event) => tell.mutate(event.target.value)}
      />
      {failure && <Banner tone="error" className="mt-3">{failure}</Banner>}
    </Card>
  );
}

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
