import type { ReactNode } from "react";
import { AdireCloth } from "./AdireCloth.tsx";

interface ListHeadProps {
  /** Small, above the title: "Album". */
  kind: ReactNode;
  title: ReactNode;
  /** What the cloth behind it is woven from. */
  seed: string;
  /** A square with the classes `LIST_COVER`. */
  cover: ReactNode;
  /** Lines below the title. */
  children?: ReactNode;
  /** The row of buttons; below the cover on a phone. */
  buttons?: ReactNode;
}

/** The classes of the cover of a head: small on a phone, so that the first songs stand on its first screen. */
export const LIST_COVER = "w-28 rounded-lg shadow-float @min-[36rem]:w-52 @min-[36rem]:rounded-xl";

/** The head of an album or playlist: cover, name, facts and the row of buttons on adire cloth. */
export function ListHead({ kind, title, seed, cover, children, buttons }: ListHeadProps) {
  return (
    <header className="@container relative isolate -mx-4 -mt-6 mb-4 overflow-hidden px-4 pt-5 pb-4 sm:mb-6 md:-mx-8 md:-mt-8 md:px-8 md:pt-10">
      <AdireCloth
        seed={seed}
        repeat={120}
        className="-z-10 text-dye opacity-80 mask-[linear-gradient(to_bottom,black,transparent)] in-data-[theme=light]:opacity-20"
      />
      {/* With large letters there is no room beside the cover. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 @max-[17rem]:grid-cols-1 @min-[36rem]:gap-x-6">
        <div className="@min-[36rem]:row-span-2">{cover}</div>
        <div className="self-end @max-[36rem]:self-center">
          <p className="text-sm font-semibold text-accent">{kind}</p>
          <h1 className="mt-0.5 line-clamp-6 text-2xl leading-tight font-extrabold wrap-anywhere @min-[36rem]:text-4xl">
            <bdi>{title}</bdi>
          </h1>
          <div className="mt-1 flex flex-col gap-0.5 text-sm text-ink-soft">{children}</div>
        </div>
        <div className="@max-[36rem]:col-span-full @min-[36rem]:col-start-2 @min-[36rem]:self-start">{buttons}</div>
      </div>
    </header>
  );
}
