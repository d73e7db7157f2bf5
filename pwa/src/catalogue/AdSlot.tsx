import { Link } from "react-router-dom";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { classNames } from "../ui/class_names.ts";
import { HOUSE_ADS, type HouseAd } from "./house_ads.ts";

const ROOM: Readonly<Record<HouseAd["format"], string>> = {
  banner: "min-h-[90px] max-w-[728px] flex-wrap items-center [&>div]:flex-1",
  square: "min-h-[280px] max-w-[336px] flex-col items-start justify-end",
  responsive: "min-h-28 flex-wrap items-center [&>div]:flex-1",
};

/** The ad at a place of a list, as a whole row of it. Its room is there from the start, so nothing moves. */
export function AdSlot({ place }: { place: number }) {
  const ad = HOUSE_ADS[place % HOUSE_ADS.length];
  if (!ad) return null;
  return (
    <li className="col-span-full flex justify-center">
      <div
        className={classNames(
          "relative isolate flex w-full justify-between gap-x-5 gap-y-2 overflow-hidden rounded-xl border border-line bg-surface px-4 py-3 sm:px-6",
          ROOM[ad.format],
        )}
      >
        <AdireCloth
          seed={ad.id}
          className="-z-10 text-dye opacity-60 mask-[linear-gradient(to_bottom_left,black,transparent_65%)] in-data-[theme=light]:opacity-20"
        />
        <span className="absolute top-1.5 right-3 text-2xs font-semibold text-ink">Ad</span>
        <div className="min-w-[min(100%,9rem)]">
          <p className="font-bold">{ad.title}</p>
          <p className="line-clamp-2 text-xs text-ink-soft sm:text-sm">{ad.text}</p>
        </div>
        <Link
          to={ad.href}
          className="shrink-0 text-sm font-semibold text-accent underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {ad.call}
        </Link>
      </div>
    </li>
  );
}
