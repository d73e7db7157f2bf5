import { createContext, type ReactNode, useContext } from "react";

/**
 * Where a case is shown beside a list, which has the screen's head: the case's own is smaller then, without a way back.
 * The function says above the list what was done.
 */
export const Beside = createContext<((said: string) => void) | undefined>(undefined);

interface ScreenHeadProps {
  title: string;
  subtitle?: ReactNode | undefined;
  /** Above the title, such as the way back. */
  before?: ReactNode;
  /** Buttons or figures at the end. */
  children?: ReactNode;
}

/** The head of a screen of the back office: 64 px, so that the rows begin high up. What it says more is in the title, too. */
export function ScreenHead({ title, subtitle, before, children }: ScreenHeadProps) {
  const isBeside = useContext(Beside) !== undefined;
  if (isBeside) return <CaseHead {...{ title, subtitle }}>{children}</CaseHead>;
  return (
    <header className="-mx-4 -mt-6 mb-3 flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-1.5 md:-mx-8 md:-mt-8 md:px-8">
      <div className="min-w-0 flex-1 basis-36">
        {before}
        <h1 className="text-lg md:text-xl">{title}</h1>
        {subtitle && (
          <p
            title={typeof subtitle === "string" ? subtitle : undefined}
            className="text-sm text-ink-soft max-md:line-clamp-2 md:truncate"
          >
            {subtitle}
          </p>
        )}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}

function CaseHead({ title, subtitle, children }: Omit<ScreenHeadProps, "before">) {
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h2 className="text-lg wrap-anywhere">{title}</h2>
        {subtitle && <p className="text-sm text-ink-soft">{subtitle}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}
