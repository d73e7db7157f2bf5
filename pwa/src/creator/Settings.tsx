import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { creatorProfileQuery } from "../data/creator.ts";
import { useActing } from "../lib/acting.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TabSet } from "../ui/TabSet.tsx";
import { CreatorPicture } from "./CreatorPicture.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SecurityForm } from "./SecurityForm.tsx";
import { Team } from "./team/Team.tsx";

const TABS = ["profile", "security", "team"] as const;

/**
 * `/cs-settings`: the profile, the password and the team, each on its tab. A member who acts for an artist sees the
 * team.
 */
export function Settings() {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((one) => one === params.get("tab")) ?? "profile";
  const acting = useActing();
  if (acting) {
    return (
      <>
        <PageHeader title="Team" subtitle={`Who works for ${acting.artistName}.`} />
        <div className="max-w-3xl">
          <Team />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Settings" subtitle="Your public page and your account." />
      <div className="max-w-3xl">
        <TabSet
          label="Settings"
          value={tab}
          onChange={(id) => setParams(id === "profile" ? {} : { tab: id }, { replace: true })}
          tabs={[
            { id: "profile", label: "Profile", content: <Profile /> },
            { id: "security", label: "Security", content: <Security /> },
            { id: "team", label: "Team", content: <Team /> },
          ]}
        />
      </div>
    </>
  );
}

function Profile() {
  const profile = useQuery(creatorProfileQuery);
  if (profile.data) {
    return (
      <div className="flex flex-col gap-6">
        <CreatorPicture profile={profile.data} />
        <ProfileForm profile={profile.data} />
      </div>
    );
  }
  return (
    <LoadState
      query={profile}
      shape="fields"
      count={6}
      label="Loading your profile..."
      failure="Failed to load profile data. Please try again later."
    />
  );
}

function Security() {
  const profile = useQuery(creatorProfileQuery);
  return <SecurityForm email={profile.data?.email ?? ""} />;
}
