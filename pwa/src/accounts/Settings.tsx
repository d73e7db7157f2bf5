import { ChevronRight } from "lucide-react";
import { Link } from "react-router-dom";
import { useProfile } from "../data/account.ts";
import { formatDate } from "../lib/format.ts";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { LogOut } from "./LogOut.tsx";
import { NotificationToggle } from "./Notifications.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SECTIONS } from "./settings_sections.ts";

const LINK = "inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline";

/** `/settings`: the profile, the password, mails and the way out; the rest has a screen for each section. */
export function Settings() {
  const profile = useProfile();
  const { data } = profile;
  const savedAt = useSavedAt(profile);
  return (
    <>
      <PageHeader title="Settings" subtitle={data && `On Orin since ${formatDate(data.createdAt)}`} />
      <SavedNote what="profile" savedAt={savedAt} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_1.2fr]">
        <div className="flex min-w-0 flex-col gap-6 lg:order-2">
          <Sections />
        </div>
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
          <NotificationToggle />
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

/** The ways to the sections: tiles on a phone, rows with what is there where there is room. */
function Sections() {
  return (
    <nav aria-label="Settings sections">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-2 lg:grid-cols-1 lg:gap-0 lg:divide-y lg:divide-line lg:overflow-hidden lg:rounded-xl lg:border lg:border-line lg:bg-surface">
        {SECTIONS.map(({ id, title, text, Icon }) => (
          <li key={id}>
            <PreloadLink
              to={`/settings/${id}`}
              className="flex min-h-12 items-center gap-3 px-3 py-2 text-sm leading-tight font-semibold transition-colors hover:bg-raised max-lg:h-full max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-surface lg:min-h-17 lg:px-5 lg:text-base lg:-outline-offset-4"
            >
              <Icon aria-hidden="true" size={20} className="shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                {title}
                <span className="block text-sm font-normal text-ink-soft max-lg:hidden">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-ink-faint max-lg:hidden" />
            </PreloadLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
