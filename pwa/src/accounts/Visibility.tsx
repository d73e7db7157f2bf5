import { Link } from "react-router-dom";
import { SettingCard } from "./SettingCard.tsx";

/** Whether artists see who plays and follows them. */
export function Visibility() {
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
