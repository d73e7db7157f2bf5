import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { creatorProfileQuery } from "../data/creator.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TabSet } from "../ui/TabSet.tsx";
import { CreatorPicture } from "./CreatorPicture.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SecurityForm } from "./SecurityForm.tsx";

/** `/cs-settings`: the profile and the password, each on its tab. */
export function Settings() {
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") === "security" ? "security" : "profile";
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
