import { useLocation, useSearchParams } from "react-router-dom";
import { lazy, useState } from "react";
import { BackLink } from "../../ui/BackLink.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { useFreePlays } from "../../data/listening.ts";
import { plural } from "../../lib/format.ts";
import { useOffersPremium } from "../../lib/premium.ts";
import { Button } from "../../ui/Button.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { DefaultList } from "./DefaultList.tsx";
import { Library, OPEN_LIST } from "./Library.tsx";
import { LIKED } from "./library_items.ts";
import { LikedSongs } from "./LikedSongs.tsx";
import { NamedList } from "./NamedList.tsx";

/**
 * `/playlist`: the library, and beside or below it the list everyone has. `?list=liked` shows the liked songs,
 * `?list={id}` a named list; where there is no room beside it, the library is a press away then.
 */
export function Playlists() {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const list = params.get("list") ?? "";
  const show = (id: string) => setParams(id === "" ? {} : { list: id });
  return (
    <>
      <div className="@container">
        <div className="grid gap-x-8 gap-y-10 @min-[50rem]:grid-cols-[18rem_minmax(0,1fr)]">
          <div className={list === "" ? "min-w-0" : "hidden @min-[50rem]:block"}>
            <Library open={pathname + search} onMade={show} />
          </div>
          <div
            id={OPEN_LIST}
            className="min-w-0 @min-[50rem]:[&_.cover-grid]:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]!"
          >
            {list !== "" && (
              <div className="-mt-4 mb-6 md:mb-8 @min-[50rem]:hidden">
                <BackLink to="/playlist">Your library</BackLink>
              </div>
            )}
            {list === ""
              ? <DefaultList />
              : list === LIKED
              ? <LikedSongs />
              : <NamedList key={list} id={list} onGone={() => show("")} />}
            <Plans />
          </div>
        </div>
      </div>
      <PlaysUsedUp />
    </>
  );
}

const ChoosePlan = lazy(() => import("../ChoosePlan.tsx").then((module) => ({ default: module.ChoosePlan })));

/** How many plays a listener without Premium has left today, and the plans for more. Members see nothing of it. */
function Plans() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useFreePlays();
  const close = () => setOpen(false);
  if (!useOffersPremium() || !data || data.isSubscribed) return null;
  const { remainingFreePlays: left } = data;
  const text = left > 0
    ? `You still have ${plural(left, "free play")} today. New ones come every day at midnight, in Lagos.`
    : "You have used today's free plays. You get new ones at midnight, Lagos time.";
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      {left} of {data.freePlayLimit} free plays left today.
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>Choose a plan</Button>
      {isOpen && (
        <Deferred>
          <ChoosePlan text={text} playsLeft={left} onClose={close} onExtraPlay={close} />
        </Deferred>
      )}
    </p>
  );
}
