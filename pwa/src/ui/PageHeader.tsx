import type { ReactNode } from "react";
import { AdireCloth } from "./AdireCloth.tsx";

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode | undefined;
  /** Above the title, such as the way back. */
  before?: ReactNode;
  /** Buttons or figures at the end. */
  children?: ReactNode;
  /** What the cloth behind the title is woven from; by default the title. */
  seed?: string | undefined;
}

/** The head of a screen: its name on a strip of adire cloth that fades to the left. */
export function PageHeader({ title, subtitle, before, children, seed = title }: PageHeaderProps) {
  return (
    <header className="relative isolate -mx-4 -mt-6 mb-3 overflow-hidden px-4 pt-6 pb-3 sm:mb-6 sm:pt-8 sm:pb-6 md:-mx-8 md:-mt-8 md:px-8 md:pt-12">
      <AdireCloth
        seed={seed}
        className="-z-10 text-dye opacity-80 mask-[radial-gradient(75%_150%_at_100%_0%,black,transparent)] in-data-[theme=light]:opacity-25"
      />
      {before}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-2xl min-w-0">
          <h1 className="text-3xl">{title}</h1>
          {subtitle && <p className="mt-1 text-sm text-ink-soft sm:mt-2 sm:text-base">{subtitle}</p>}
        </div>
        {children && <div className="flex flex-wrap gap-3 max-sm:w-full">{children}</div>}
      </div>
    </header>
  );
}
