import { lazy, type ReactNode } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { SettingCard } from "./SettingCard.tsx";

const NotificationSwitches = lazy(() =>
  import("./NotificationSwitches.tsx").then((module) => ({ default: module.NotificationSwitches }))
);

/** Whether the user wants optional mails; `children` go below. */
export function NotificationToggle({ children }: { children?: ReactNode }) {
  return (
    <SettingCard
      title="Notifications"
      label="Email me reminders and news about gifts"
      hint="We always send codes, receipts and important news about your account."
      setting="notifications"
      initial
    >
      {children}
    </SettingCard>
  );
}

/** The same, and what else reaches them where. */
export function Notifications() {
  return (
    <NotificationToggle>
      <Deferred>
        <NotificationSwitches />
      </Deferred>
    </NotificationToggle>
  );
}
