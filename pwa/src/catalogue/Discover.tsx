import type { ReactNode } from "react";
import { useProfile } from "../lib/profile.ts";
import { useSession } from "../lib/session.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import { NewReleases } from "./NewReleases.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";
import { Welcome } from "./Welcome.tsx";

/** `/`: what Orin is for visitors, how the day goes for listeners (`today`), and the new releases for both. */
export function Discover({ today }: { today: ReactNode }) {
  const session = useSession();
  return (
    <>
      {session ? <Greeting>{today}</Greeting> : <Welcome />}
      <NewReleases />
      <PlaysUsedUp />
    </>
  );
}

function Greeting({ children }: { children: ReactNode }) {
  const { data: profile } = useProfile();
  const name = profile?.firstName;
  return (
    <PageHeader
      title={name ? `${greetingAt(lagosHour())}, ${name}` : greetingAt(lagosHour())}
      subtitle="New songs are below. Every minute you listen earns."
      seed="greeting"
    >
      {children}
    </PageHeader>
  );
}

function lagosHour(): number {
  const hour = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", hour: "2-digit", hourCycle: "h23" });
  return Number(hour.format(Date.now()));
}

function greetingAt(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 17 ? "Good afternoon" : "Good evening";
}
