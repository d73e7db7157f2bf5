import { SettingCard } from "./SettingCard.tsx";

/** Whether the user wants optional mails. */
export function Notifications() {
  return (
    <SettingCard
      title="Notifications"
      label="Email me reminders and news about gifts"
      hint="We always send codes, receipts and important news about your account."
      setting="notifications"
      initial
    />
  );
}
