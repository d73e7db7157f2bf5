import type { ComponentType } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { changeBirthYears, deleteBirthYears } from "@contract/calls/accounts.ts";
import { BIRTH_YEARS } from "@contract/birth_years.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTitle } from "../lib/use_title.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { ask } from "../lib/ask.ts";
import { birthYearsQuery } from "../data/account.ts";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Card } from "../ui/Card.tsx";
import { Select } from "../ui/Select.tsx";
import { DeviceSettings } from "./DeviceSettings.tsx";
import { LevelCard } from "./LevelCard.tsx";
import { Notifications } from "./Notifications.tsx";
import { SessionList } from "./SessionList.tsx";
import { type SectionId, SECTIONS } from "./settings_sections.ts";
import { YourData } from "./YourData.tsx";
import { SettingCard } from "./SettingCard.tsx";

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
