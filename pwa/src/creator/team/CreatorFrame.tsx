import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { Navigate, NavLink, useLocation, useNavigate } from "react-router-dom";
import { TEAM_ROLE_WORDS, type TeamOfMine } from "@contract/memberships.ts";
import { teamsQuery } from "../../data/teams.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { actFor, type Acting, useActing, useLostArtist, useMay } from "../../lib/acting.ts";
import { useSession } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { forgetArtist, useSwitchArtist } from "./api.ts";
import { AREAS, rightFor } from "./areas.ts";

/** What surrounds each screen of the creator's area: for whom one works, the way to another artist, and what no team sees. */
export function CreatorFrame({ children }: { children: ReactNode }) {
  const acting = useActing();
  const isCreator = useSession()?.role === "creator";
  const lost = useLostArtist();
  const client = useQueryClient();
  const artistId = acting?.artistId ?? "";
  // Nothing that was read for one artist shows on a screen for another, not even for a moment.
  const shown = useRef(artistId);
  if (shown.current !== artistId) {
    shown.current = artistId;
    forgetArtist(client);
  }
  useTrueRole(acting);
  if (!acting && !isCreator) return lost === undefined ? <Navigate to="/" replace /> : <Lost name={lost} />;
  return (
    <>
      {lost !== undefined && (
        <Banner tone="error" className="mb-4" onClose={() => actFor(undefined)}>
          You do not work for <bdi>{lost}</bdi> any more. You see your own area again.
        </Banner>
      )}
      <WorkingFor acting={acting} isCreator={isCreator} />
      <AreaTabs />
      <Fragment key={artistId}>{acting ? <ForTeam acting={acting}>{children}</ForTeam> : children}</Fragment>
    </>
  );
}

/** Another role, or none, shows without a log-in or a press. */
function useTrueRole(acting: Acting | undefined): void {
  const { data, isFetchedAfterMount } = useQuery(teamsQuery);
  useEffect(() => {
    if (!acting || !data || !isFetchedAfterMount) return;
    const team = data.teams.find(({ artistId }) => artistId === acting.artistId);
    if (team && team.role !== acting.role) actFor({ ...acting, role: team.role });
  }, [acting, data, isFetchedAfterMount]);
}

function Lost({ name }: { name: string }) {
  return (
    <EmptyState
      heading="h1"
      title={`You do not work for ${name} any more`}
      text="The artist or a manager has ended it, or their account is closed."
      action={<ButtonLink to="/team">Your teams</ButtonLink>}
    />
  );
}

const ONESELF = "own";

function WorkingFor({ acting, isCreator }: { acting: Acting | undefined; isCreator: boolean }) {
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const switchTo = useSwitchArtist();
  const navigate = useNavigate();
  const choose = (id: string) => {
    switchTo(teams.find(({ artistId }) => artistId === id));
    navigate(id === ONESELF && !isCreator ? "/team" : "/creator-dashboard");
  };
  if (!acting && teams.length === 0) return null;
  return (
    <aside
      aria-label="Working for"
      className={acting
        ? "sticky top-(--header) z-20 -mx-4 -mt-6 mb-6 bg-dye px-4 py-2 text-on-dye md:-mx-8 md:-mt-8 md:mb-8 md:px-8"
        : "-mx-4 -mt-6 mb-6 border-b border-line px-4 py-2 md:-mx-8 md:-mt-8 md:mb-8 md:px-8"}
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <Users size={18} aria-hidden="true" className="shrink-0 max-sm:hidden" />
        <label htmlFor="working-for" className="shrink-0 text-sm font-semibold">Working for:</label>
        <Choice acting={acting} teams={teams} isCreator={isCreator} onChoose={choose} />
      </div>
      {acting && !isCreator && <Ways />}
    </aside>
  );
}

interface ChoiceProps {
  acting: Acting | undefined;
  teams: readonly TeamOfMine[];
  isCreator: boolean;
  onChoose(id: string): void;
}

/** The platform's own picker, in the colours of the bar. */
function Choice({ acting, teams, isCreator, onChoose }: ChoiceProps) {
  const isListed = acting === undefined || teams.some(({ artistId }) => artistId === acting.artistId);
  return (
    <select
      id="working-for"
      value={acting?.artistId ?? ONESELF}
      onChange={(event) => onChoose(event.target.value)}
      className="h-11 min-w-0 max-sm:flex-1 basis-44 rounded-md sm:basis-auto border border-current/40 bg-transparent px-2 text-sm font-semibold [&>option]:bg-surface [&>option]:text-ink"
    >
      <option value={ONESELF}>{isCreator ? "Myself" : "Nobody (leave this area)"}</option>
      {(isListed || !acting ? teams : [acting, ...teams]).map(({ artistId, artistName, role }) => (
        <option key={artistId} value={artistId}>{`${artistName}, ${TEAM_ROLE_WORDS[role].label.toLowerCase()}`}</option>
      ))}
    </select>
  );
}

const WAYS = [
  ["/creator-dashboard", "Dashboard"],
  ["/cs-music-list", "Music List"],
  ["/cs-gift", "Gifts"],
  ["/cs-insights", "Insights"],
  ["/cs-posts", "Fans"],
  ["/cs-money", "Money"],
  ["/cs-settings", "Team"],
] as const;

/** Listeners have no creator's navigation of their own. */
function Ways() {
  return (
    <nav aria-label="Creator" className="-mx-1 flex overflow-x-auto">
      {WAYS.map(([path, label]) => (
        <NavLink
          key={path}
          to={path}
          className="inline-flex h-11 shrink-0 items-center px-3 text-sm font-semibold underline-offset-4 hover:underline aria-[current=page]:underline"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

function ForTeam({ acting, children }: { acting: Acting; children: ReactNode }) {
  const { pathname } = useLocation();
  const right = rightFor(pathname);
  if (useMay(right)) return children;
  return right === "owner"
    ? (
      <EmptyState
        heading="h1"
        title={`Only ${acting.artistName} sees this`}
        text="Money, shares and the account stay with the artist, whatever a role in the team may do."
        action={<ButtonLink to="/creator-dashboard">Dashboard</ButtonLink>}
      />
    )
    : (
      <EmptyState
        heading="h1"
        title="Your role only reads"
        text={`As ${
          TEAM_ROLE_WORDS[acting.role].label.toLowerCase()
        } you see everything, and change nothing. Ask ${acting.artistName} for another role.`}
        action={<ButtonLink to="/creator-dashboard">Dashboard</ButtonLink>}
      />
    );
}

/** The other screens of the area that is open, above its head: links, so each has its address and the way back. */
function AreaTabs() {
  const { pathname } = useLocation();
  const may = { read: useMay("read"), edit: useMay("edit"), manage: useMay("manage"), owner: useMay("owner") };
  const area = AREAS.find(({ tabs }) => tabs.some(({ path }) => path === pathname));
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    // On a phone the row may hide the screen that is open.
    if (row.current && here) {
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
    }
  }, [pathname]);
  if (!area) return null;
  return (
    <nav
      ref={row}
      aria-label={area.label}
      className="relative -mx-4 -mt-6 mb-6 flex overflow-x-auto overflow-y-hidden border-b border-line px-2 md:-mx-8 md:-mt-8 md:mb-8 md:px-6"
    >
      {area.tabs.filter(({ path }) => may[rightFor(path)]).map(({ path, label }) => (
        <PreloadLink
          key={path}
          to={path}
          end
          className="inline-flex h-12 shrink-0 items-center border-b-2 border-transparent px-3 text-sm font-semibold text-ink-soft -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink md:px-4"
        >
          {label}
        </PreloadLink>
      ))}
    </nav>
  );
}
