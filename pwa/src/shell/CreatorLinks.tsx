import { classNames } from "../ui/class_names.ts";
import { CREATOR_ITEMS } from "./creator_items.ts";
import { CreatorLogOut } from "./CreatorLogOut.tsx";
import { SideLink } from "./SideLink.tsx";

/** The sidebar's second group, for creators. */
export function CreatorLinks({ isWide }: { isWide: boolean }) {
  return (
    <>
      <h2 className={classNames("mt-6 mb-2 px-3.5 text-xs font-bold text-ink-faint", !isWide && "sr-only")}>Creator</h2>
      {!isWide && <hr className="my-3 border-line" />}
      <ul className="flex flex-col gap-1">
        {CREATOR_ITEMS.map((item) => <SideLink key={item.path} item={item} isWide={isWide} />)}
        <CreatorLogOut isWide={isWide} />
      </ul>
    </>
  );
}
