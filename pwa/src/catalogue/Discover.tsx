import { useQuery } from "@tanstack/react-query";
import { Coins, Download, HandHeart, Headphones, type LucideIcon, RotateCw } from "lucide-react";
import { lazy, type ReactNode, useDeferredValue } from "react";
import type { Home } from "@contract/home.ts";
import { lagosHour } from "@contract/policy.ts";
import { useProfile } from "../data/account.ts";
import { homeQuery } from "../data/catalogue.ts";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { useOnline } from "../lib/connection.ts";
import { useIsPremium } from "../lib/premium.ts";
import { useSession } from "../lib/session.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { NewReleases } from "./NewReleases.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";
import { type TrackActionsControl, useTrackActions } from "./TrackActions.tsx";
import { ContinueTile, ownListsOf, OwnShelves } from "./home/OwnShelves.tsx";
import { Shelf } from "./home/Shelf.tsx";
import { TodaysMix } from "./home/TodaysMix.tsx";
import { WELCOME } from "./welcome_words.ts";

// What the page itself needs comes first.
const Spotlight = lazy(() => import("./discover/Spotlight.tsx").then((module) => ({ default: module.Spotlight })));
const Week = lazy(() => import("./discover/Week.tsx").then((module) => ({ default: module.Week })));

/** Kept for the week until it is here, so that nothing below it jumps. */
const ROOM = "min-h-[60rem] lg:min-h-[45rem]";
const SPOTLIGHT_ROOM = "min-h-96 lg:min-h-64";

/**
 * `/`: music behind one press, the highlights, the week and the new releases, in this order for everybody. The lists of
 * one's own come between them; `today` is how the day goes, for visitors `promise`
 * what it would.
 */
export function Discover({ today, promise }: { today: ReactNode; promise: ReactNode }) {
  const session = useSession();
  const home = useQuery(homeQuery);
  const savedAt = useSavedAt(home);
  const actions = useTrackActions();
  const data = useDeferredValue(home.data);
  const isMissing = home.isError && !data;
  // Where nothing came, it is unknown whether the parts below will: no room is kept for them.
  const room = (className: string) => isMissing ? null : <div className={className} />;
  const mix = isMissing
    ? <MixUnavailable busy={home.isFetching} onRetry={() => void home.refetch()} />
    : (
      <TodaysMix mix={data?.mix} reason={data?.mixReason ?? ""} actions={actions}>
        {session && <ContinueTile recent={data?.recent} actions={actions} />}
      </TodaysMix>
    );
  return (
    <div className="flex flex-col gap-9">
      <div className="flex flex-col gap-4">
        {session
          ? (
            <div className="flex flex-col gap-3">
              <Greeting>{today}</Greeting>
              <SavedNote what="home" savedAt={savedAt} />
              {mix}
            </div>
          )
          : <Welcome promise={promise}>{mix}</Welcome>}
        <Deferred fallback={room(SPOTLIGHT_ROOM)}>
          <Spotlight covers={data?.slides} />
        </Deferred>
      </div>
      {session && <OwnShelves home={data} isFailed={home.isError} actions={actions} />}
      <Deferred fallback={room(ROOM)}>
        <Week room={ROOM} />
      </Deferred>
      {session && <MadeForYou tracks={data ? ownListsOf(data).forYou : []} actions={actions} />}
      <NewReleases />
      <PlaysUsedUp />
      {actions.dialogs}
    </div>
  );
}

function Greeting({ children }: { children: ReactNode }) {
  const { data: profile } = useProfile();
  const isPremium = useIsPremium();
  const name = profile?.firstName;
  const greeting = greetingAt(lagosHour(Date.now()));
  return (
    <header className="@container -mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <h1 className="max-w-full truncate text-2xl @max-[16rem]:line-clamp-3 @max-[16rem]:whitespace-normal">
        {name ? `${greeting}, ${name}` : greeting}
      </h1>
      <div className="flex max-w-full grow flex-wrap items-center justify-end gap-2">
        {children}
        {isPremium && (
          <PreloadLink
            to="/saved"
            className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-semibold hover:bg-raised"
          >
            <Download aria-hidden="true" size={16} className="text-accent" />
            Saved
          </PreloadLink>
        )}
      </div>
    </header>
  );
}

function greetingAt(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 17 ? "Good afternoon" : "Good evening";
}

/** What fits to what one plays, each song with the reason; nothing while there is none. */
function MadeForYou({ tracks, actions }: { tracks: Home["forYou"]; actions: TrackActionsControl }) {
  return (
    <Shelf
      title="Made for you"
      note="From the artists and genres you play, unheard songs first. Popularity plays no part."
      tracks={tracks}
      source="for-you"
      actions={actions}
      lineOf={(index) => tracks[index]?.reason}
    />
  );
}

/** In the mix's place, as high as it: it could not be loaded, or was never seen with a network. */
function MixUnavailable({ busy, onRetry }: { busy: boolean; onRetry(): void }) {
  const isOnline = useOnline();
  return (
    <section
      aria-label="Today's mix"
      className="flex min-h-33 flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface p-4"
    >
      <p role="alert" className="text-sm">
        <strong className="block text-base">Today's mix could not be loaded</strong>
        <span className="text-ink-soft">
          {isOnline ? "Please try again in a moment." : "You are offline. It loads by itself once you are connected."}
        </span>
      </p>
      <Button variant="quiet" size="small" icon={<RotateCw size={16} />} busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    </section>
  );
}

const STEPS: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  { Icon: Headphones, title: "Listen", text: "New artists, even on a weak network." },
  { Icon: Coins, title: "Earn", text: "Tokens for listening, paid to your bank." },
  { Icon: HandHeart, title: "Support", text: "Your plays and gifts support the artists." },
];

/** What Orin is, for new visitors, what an account earns (`promise`), and the day's mix (`children`) to try it; short, so that more is on the first screen. */
function Welcome({ promise, children }: { promise: ReactNode; children: ReactNode }) {
  return (
    <section className="relative isolate -mx-4 -mt-6 overflow-hidden px-4 pt-5 md:-mx-8 md:-mt-8 md:px-8 md:pt-8">
      <AdireCloth
        seed="welcome to orin"
        repeat={120}
        className="-z-10 text-dye opacity-90 mask-[radial-gradient(85%_55%_at_100%_0%,black,transparent)] sm:mask-[radial-gradient(60%_100%_at_100%_0%,black_25%,transparent)] in-data-[theme=light]:opacity-25"
      />
      <h1 className="max-w-2xl text-2xl font-extrabold md:text-4xl">{WELCOME.title}</h1>
      <p className="mt-1 max-w-xl text-sm text-ink-soft md:text-lg">
        {WELCOME.text}
      </p>
      {promise}
      <div className="mt-3 flex flex-wrap gap-2 sm:gap-3">
        <ButtonLink to="/signup" className="max-sm:px-3 max-sm:text-sm">Create a free account</ButtonLink>
        <ButtonLink variant="quiet" to="/songs" className="max-sm:px-3 max-sm:text-sm">Just listen</ButtonLink>
      </div>
      <div className="mt-3 max-w-3xl">{children}</div>
      <ul className="mt-6 grid grid-cols-3 gap-x-8 max-lg:hidden [@media(max-height:56rem)]:hidden">
        {STEPS.map(({ Icon, title, text }) => (
          <li key={title} className="flex items-start gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-accent">
              <Icon aria-hidden="true" size={20} />
            </span>
            <div>
              <h2 className="text-base font-semibold tracking-normal">{title}</h2>
              <p className="text-sm text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
