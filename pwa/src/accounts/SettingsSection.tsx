import type { ComponentType } from "react";
import { Navigate, useParams } from "react-router-dom";
import { useTitle } from "../lib/use_title.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { BirthYears } from "./BirthYears.tsx";
import { DeviceSettings } from "./DeviceSettings.tsx";
import { LevelCard } from "./LevelCard.tsx";
import { Notifications } from "./Notifications.tsx";
import { SessionList } from "./SessionList.tsx";
import { type SectionId, SECTIONS } from "./settings_sections.ts";
import { Visibility } from "./Visibility.tsx";
import { YourData } from "./YourData.tsx";

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
