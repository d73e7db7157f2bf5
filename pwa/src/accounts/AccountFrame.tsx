import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Mark } from "../ui/Mark.tsx";

interface AccountFrameProps {
  title: string;
  subtitle?: ReactNode | undefined;
  children: ReactNode;
  /** Links below the form. */
  after?: ReactNode | undefined;
}

/** The frame of the account screens: the form on one side, a length of adire cloth on the other where there is room. */
export function AccountFrame({ title, subtitle, children, after }: AccountFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,44rem)]">
      <aside
        aria-hidden="true"
        className="sticky top-0 isolate hidden h-dvh overflow-hidden bg-dye bg-[linear-gradient(to_bottom,transparent,rgb(0_0_0/0.45))] text-on-dye lg:block"
      >
        <AdireCloth
          seed="orin account"
          repeat={144}
          className="-z-10 text-on-dye opacity-20 mask-[linear-gradient(to_bottom,black_30%,transparent_75%)]"
        />
        <p className="absolute inset-x-16 bottom-16 max-w-md text-4xl leading-tight font-bold text-balance">
          Every song you play pays. The artist, and you.
        </p>
      </aside>
      <div className="relative isolate flex flex-col items-center justify-center overflow-hidden px-5 py-10 sm:px-10">
        <AdireCloth
          seed="orin account"
          className="bottom-auto -z-10 h-56 text-dye opacity-80 mask-[radial-gradient(70%_100%_at_100%_0%,black,transparent)] in-data-[theme=light]:opacity-25 lg:hidden"
        />
        <div className="w-full max-w-md animate-enter">
          <Link to="/" aria-label="Orin, home" className="mb-10 inline-flex items-center gap-2.5 text-xl font-bold">
            <Mark className="size-9" />
            Orin
          </Link>
          <h1 className="text-3xl">{title}</h1>
          {subtitle && <p className="mt-2 text-base text-ink-soft">{subtitle}</p>}
          <div className="mt-7 flex flex-col gap-5">{children}</div>
          {after && <div className="mt-8 text-sm text-ink-soft">{after}</div>}
        </div>
      </div>
    </div>
  );
}

/** A link within the text of an account screen. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return <Link to={to} className="font-semibold text-accent underline-offset-4 hover:underline">{children}</Link>;
}
