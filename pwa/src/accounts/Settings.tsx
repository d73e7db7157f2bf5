import { Link } from "react-router-dom";
import { useProfile } from "../data/account.ts";
import { formatDate } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { DeviceSettings } from "./DeviceSettings.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { LevelCard } from "./LevelCard.tsx";
import { LogOut } from "./LogOut.tsx";
import { Notifications } from "./Notifications.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SessionList } from "./SessionList.tsx";
import { BirthYears } from "./BirthYears.tsx";
import { Visibility } from "./Visibility.tsx";
import { YourData } from "./YourData.tsx";

const LINK = "inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline";

/** `/settings`: the profile, the password, who sees the name, mails, where one is logged in, and how this device behaves. */
export function Settings() {
  const profile = useProfile();
  const { data } = profile;
  const savedAt = useSavedAt(profile);
  return (
    <>
      <PageHeader title="Settings" subtitle={data && `On Orin since ${formatDate(data.createdAt)}`} />
      <SavedNote what="profile" savedAt={savedAt} />
      <div className="grid items-start gap-6 lg:grid-cols-[1.2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          {data && <ProfileForm profile={data} />}
          {!profile.data && (
            <LoadState
              query={profile}
              shape="fields"
              count={5}
              label="Loading your profile..."
              failure="Failed to load profile data"
            />
          )}
          {data && <EmailForm email={data.email} />}
          <PasswordForm email={data?.email ?? ""} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <LevelCard />
          <Visibility />
          <BirthYears />
          <Notifications />
          <DeviceSettings />
          <SessionList />
          <YourData />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Link to="/terms" className={LINK}>Terms and Conditions</Link>
            <Link to="/team" className={LINK}>Teams you work in</Link>
            <LogOut />
          </div>
        </div>
      </div>
    </>
  );
}
