import { lazy, type ReactNode } from "react";
import { useProfile } from "../data/account.ts";
import { useSession } from "../lib/session.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { NewReleases } from "./NewReleases.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";
import { Welcome } from "./Welcome.tsx";

// What the page itself needs comes first.
const Highlights = lazy(() => import("./discover/Highlights.tsx").then((module) => ({ default: module.Highlights })));
/** Kept for the week until it is here, so that nothing below it jumps. */
const ROOM = "min-h-[85rem] lg:min-h-[60rem]";

/** `/`: what Orin is for visitors, how the day goes for listeners (`today`), then the week and the new releases. */
export function Discover({ today }: { today: ReactNode }) {
  const session = useSession();
  return (
    <>
      {session ? <Greeting>{today}</Greeting> : <Welcome />}
      <div className="mb-10">
        <Deferred fallback={<div className={ROOM} />}>
          <Highlights room={ROOM} />
        </Deferred>
      </div>
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
