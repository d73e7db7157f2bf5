import { lazy } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { SettingCard } from "./SettingCard.tsx";

const NotificationSwitches = lazy(() =>
  import("./NotificationSwitches.tsx").then((module) => ({ default: module.NotificationSwitches }))
);

/** Whether the user wants optional mails, and what else reaches them where. */
export function Notifications() {
  return (
    <SettingCard
      title="Notifications"
      label="Email me reminders and news about gifts"
      hint="We always send codes, receipts and important news about your account."
      setting="notifications"
      initial
    >
      <Deferred>
        <NotificationSwitches />
      </Deferred>
    </SettingCard>
  );
}
