import { Headphones } from "lucide-react";
import { CREATOR_ITEMS, CREATOR_TOOLS } from "./creator_items.ts";
import { CreatorLogOut } from "./CreatorLogOut.tsx";
import { SIDE_ITEMS } from "./nav_items.ts";
import { SideFold } from "./SideFold.tsx";
import { SideLink } from "./SideLink.tsx";

/** A creator's sidebar: the documents' entries, in sight on a small laptop with the player; ours; and what listeners have, folded. */
export function CreatorLinks({ isWide }: { isWide: boolean }) {
  return (
    <>
      <ul className="flex flex-col gap-1">
        {CREATOR_ITEMS.map((item) => <SideLink key={item.path} item={item} isWide={isWide} />)}
        <CreatorLogOut isWide={isWide} />
      </ul>
      <hr className="my-3 border-line" />
      <ul className="flex flex-col gap-1">
        {CREATOR_TOOLS.map((item) => <SideLink key={item.path} item={item} isWide={isWide} />)}
      </ul>
      <SideFold label="Listen" Icon={Headphones} items={SIDE_ITEMS} isWide={isWide} />
    </>
  );
}
