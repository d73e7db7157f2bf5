import type { CaseAnswer, CaseFile } from "@contract/cases.ts";
import type { ReactNode } from "react";
import { formatDate, formatFullCount, formatHours, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { PersonLink } from "../parts/PersonLink.tsx";
import { reasonWords, userWords } from "./words.ts";

type Listening = CaseFile["listening"];

/** What was heard: by day against the clock, by track and device, and what was not credited. */
export function CaseListening({ listening, names }: { listening: Listening } & Pick<CaseAnswer, "names">) {
  const { total, proof } = listening;
  return (
    <div>
      <h2 className="mb-1 text-lg">Listening</h2>
      <p className="mb-4 text-sm text-ink-soft">
        {formatFullCount(total.plays)} plays, {formatHours(total.claimedSeconds)} reported,{" "}
        {formatHours(total.creditedSeconds)} credited, {nairaOf(total.tokens)} earned.
      </p>
      {total.plays > 0 && (
        <div className="grid gap-6 xl:grid-cols-2">
          <Part title="By day">
            <DayBars days={listening.days} older={listening.olderDays} />
          </Part>
          <Tracks listening={listening} />
          <Devices devices={listening.devices} most={total.tokens} names={names} />
          <Part title="Uncredited time, repeats and proof">
            <ul className="flex flex-col gap-1.5 text-sm">
              {listening.uncredited.map(({ reason, plays, seconds }) => (
                <li key={reason}>
                  {reasonWords(reason)}: {plural(plays, "play")}, {formatHours(seconds)} not credited
                </li>
              ))}
              {listening.loops.map(({ day, trackId, title, plays }) => (
                <li key={day + trackId}>
                  “{title}” {formatFullCount(plays)} times on {formatDate(day)}
                </li>
              ))}
              <li>
                Of {plural(proof.counted, "counted play")}, {formatFullCount(proof.unproven)}{" "}
                were never streamed from Orin, and {formatFullCount(proof.offline)} were played offline
              </li>
            </ul>
          </Part>
        </div>
      )}
    </div>
  );
}

function Tracks({ listening: { tracks, otherTracks } }: { listening: Listening }) {
  const most = Math.max(...tracks.map(({ tokens }) => tokens), 0);
  return (
    <Part title="By track">
      <ul className="flex flex-col gap-2">
        {tracks.slice(0, 8).map(({ trackId, title, artist, plays, tokens }) => (
          <BarRow
            key={trackId}
            name={`${title} · ${artist}`}
            value={`${plural(plays, "play")}, ${nairaOf(tokens)}`}
            share={most > 0 ? tokens / most : 0}
          />
        ))}
      </ul>
      {tracks.length + otherTracks.tracks > 8 && (
        <p className="mt-2 text-xs text-ink-soft">and {tracks.length + otherTracks.tracks - 8} more tracks</p>
      )}
    </Part>
  );
}

function Devices(
  { devices, most, names }: { devices: Listening["devices"]; most: number } & Pick<CaseAnswer, "names">,
) {
  return (
    <Part title="By device">
      <ul className="flex flex-col gap-2">
        {devices.map(({ deviceId, others, plays, tokens }) => (
          <BarRow
            key={deviceId}
            name={deviceId === "" ? "Not named" : `Device …${deviceId.slice(-8)}`}
            value={`${plural(plays, "play")}, ${nairaOf(tokens)}`}
            share={most > 0 ? tokens / most : 0}
          >
            {others.length > 0 && (
              <span className="text-xs text-accent">
                Also used by{" "}
                {others.slice(0, 5).map((userId) => (
                  <PersonLink key={userId} userId={userId} name={names[userId]} none={userWords(userId)} />
                ))}
                {others.length > 5 && ` and ${others.length - 5} more`}
              </span>
            )}
          </BarRow>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-base">{title}</h3>
      {children}
    </div>
  );
}

interface BarRowProps {
  name: string;
  /** The figures in words: the bar is only for the eye. */
  value: string;
  /** 0 to 1. */
  share: number;
  children?: ReactNode;
}

/** A line of a bar chart, with its figures as text. */
function BarRow({ name, value, share, children }: BarRowProps) {
  return (
    <li className="text-sm">
      <div className="flex flex-wrap justify-between gap-x-3">
        <span className="max-w-full min-w-0 truncate" title={name}>{name}</span>
        <span className="text-xs text-ink-soft tabular-nums">{value}</span>
      </div>
      <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-ink/10">
        <div className="h-full rounded-full bg-primary" style={{ width: `${Math.round(share * 100)}%` }} />
      </div>
      {children}
    </li>
  );
}

const SHOWN = 14;
const DAY_SECONDS = 86_400;

/** Listening of each day against the 24 hours of the clock: what was reported, and in it what was credited. */
function DayBars({ days, older }: { days: Listening["days"]; older: Listening["olderDays"] }) {
  const more = days.length - SHOWN + older.days;
  return (
    <>
      <p className="mb-2 text-xs text-ink-soft">
        A full bar is 24 hours. Light: reported. Dark: credited.
      </p>
      <ul className="flex flex-col gap-2">
        {days.slice(0, SHOWN).map(({ day, hours, claimedSeconds, creditedSeconds }) => (
          <li key={day} className="text-sm">
            <div className="flex flex-wrap justify-between gap-x-3">
              <span>{formatDate(day)}</span>
              <span className="text-xs text-ink-soft tabular-nums">
                {formatHours(claimedSeconds)} reported, {formatHours(creditedSeconds)} credited, in{" "}
                {plural(hours, "hour")} of the day
              </span>
            </div>
            <div aria-hidden="true" className="relative mt-1 h-2 overflow-hidden rounded-full bg-ink/10">
              <div className="absolute inset-y-0 left-0 bg-primary/45" style={{ width: shareOf(claimedSeconds) }} />
              <div className="absolute inset-y-0 left-0 bg-primary" style={{ width: shareOf(creditedSeconds) }} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-xs text-ink-soft">and {plural(more, "earlier day")}</p>}
    </>
  );
}

function shareOf(seconds: number): string {
  return `${Math.min(100, (seconds / DAY_SECONDS) * 100).toFixed(1)}%`;
}
