import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { sessionsQuery } from "../data/account.ts";
import { premiumUseQuery } from "../data/subscription.ts";
import { deviceName, isPhone } from "../lib/device_name.ts";
import { formatAgo, formatDate, formatFullCount, plural } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { useSaved } from "../lib/saved/app_saved.ts";
import { formatBytes } from "../lib/saved/format_bytes.ts";

/** What Premium has been worth so far, and where it is used. */
export function Worth() {
  const { data: use } = useQuery(premiumUseQuery);
  return (
    <section aria-labelledby="worth">
      <h2 id="worth" className="text-xl">What it has given you</h2>
      <p className="mb-4 min-h-5 text-sm text-ink-soft">{use?.since && `Since ${formatDate(use.since)}`}</p>
      <dl className="figure-grid">
        {use?.extraPlays !== 0 && (
          <Figure name="Saved so far" more={use && savingText(use.extraPlays)}>
            {use ? nairaOf(use.savedTokens) : "–"}
          </Figure>
        )}
        <Figure name="Data saved" more={use && `${plural(use.offlinePlays, "play")} without a network`}>
          {use ? formatBytes(use.savedBytes) : "–"}
        </Figure>
        <Figure name="Plays" more="without ads">{use ? formatFullCount(use.plays) : "–"}</Figure>
        <SavedHere />
      </dl>
      <Devices />
    </section>
  );
}

function savingText(extraPlays: number): string {
  return `${plural(extraPlays, "play")} beyond the free ones of a day`;
}

function SavedHere() {
  const { tracks = [] } = useSaved() ?? {};
  const count = tracks.filter(({ state }) => state === "saved").length;
  return (
    <Figure
      name="Saved on this device"
      more={
        <Link to="/saved" className="font-semibold text-accent underline-offset-4 hover:underline">Saved music</Link>
      }
    >
      {plural(count, "song")}
    </Figure>
  );
}

function Figure({ name, more, children }: { name: string; more: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-2xl font-bold tracking-tight tabular-nums">{children}</dd>
      <dd className="min-h-5 text-xs text-ink-soft">{more}</dd>
    </div>
  );
}

const SHOWN = 3;

/** Where it is used; the settings have all of them, with a way to end each. */
function Devices() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const newest = [...sessions].sort((one, two) =>
    Number(two.isCurrent) - Number(one.isCurrent) || two.lastSeenAt.localeCompare(one.lastSeenAt)
  );
  if (newest.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1 text-base">Your devices</h3>
      <ul className="divide-y divide-line">
        {newest.slice(0, SHOWN).map(({ id, userAgent, isCurrent, lastSeenAt }) => {
          const Icon = isPhone(userAgent) ? Smartphone : Laptop;
          return (
            <li key={id} className="flex items-center gap-3 py-2.5 text-sm">
              <Icon aria-hidden="true" size={18} className="shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1 truncate">{deviceName(userAgent)}</span>
              <span className="text-ink-soft">{isCurrent ? "This device" : formatAgo(lastSeenAt)}</span>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-sm">
        <Link to="/settings/log-ins" className="font-semibold text-accent underline-offset-4 hover:underline">
          Manage your devices
        </Link>
      </p>
    </>
  );
}
