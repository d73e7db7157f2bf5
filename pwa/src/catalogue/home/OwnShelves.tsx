import type { Home } from "@contract/home.ts";
import type { TrackActionsControl } from "../TrackActions.tsx";
import { FollowSomebody } from "./FollowSomebody.tsx";
import { Shelf } from "./Shelf.tsx";

interface OwnShelvesProps {
  home: Home | undefined;
  isFailed: boolean;
  actions: TrackActionsControl;
}

/** What one played, and what is new from whom one follows; for a new account the mix and how to go on. */
export function OwnShelves({ home, isFailed, actions }: OwnShelvesProps) {
  if (!home) return isFailed ? null : <Waiting />;
  const { recent, followedCount, mix } = home;
  const { followed } = ownListsOf(home);
  const isNew = recent.length === 0;
  return (
    <>
      {isNew
        ? (
          <Shelf
            title="Start here"
            note="A first taste. What you play shapes this page."
            tracks={mix}
            source="mix"
            actions={actions}
          />
        )
        : <Shelf title="Recently played" tracks={recent} source="recent" actions={actions} />}
      <Shelf title="New from artists you follow" tracks={followed} source="followed" actions={actions} />
      {followedCount === 0 && !isNew && <FollowSomebody />}
    </>
  );
}

/** The lists of one's own below what was played last, each song in the first that has it. */
export function ownListsOf({ recent, followed, forYou }: Home): Pick<Home, "followed" | "forYou"> {
  const shown = new Set(recent.map(({ _id }) => _id));
  const isNews = (track: Home["recent"][number]) => !shown.has(track._id) && shown.add(track._id) !== undefined;
  return { followed: followed.filter(isNews), forYou: forYou.filter(isNews) };
}

/** Higher than the screen, so that nothing is seen that will move down. */
function Waiting() {
  return (
    <div aria-hidden="true" className="min-h-dvh">
      <div className="mb-3 h-6 w-40 rounded-full bg-ink/8" />
      <div className="flex gap-3.5 overflow-hidden pb-14">
        {Array.from(
          { length: 8 },
          (_, index) => (
            <div key={index} className="aspect-square w-[min(8.25rem,70vw)] shrink-0 rounded-lg bg-ink/8 md:w-40" />
          ),
        )}
      </div>
    </div>
  );
}
