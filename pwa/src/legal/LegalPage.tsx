import { ArrowLeft } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Mark } from "../ui/Mark.tsx";

export interface LegalSection {
  title: string;
  text: ReactNode;
}

interface LegalPageProps {
  title: string;
  /** The day it holds from. */
  effective: string;
  sections: readonly LegalSection[];
  /** Below the sections. */
  after?: ReactNode;
}

/** A page to be read: numbered sections in a narrow column, with a list of them to jump by. */
export function LegalPage({ title, effective, sections, after }: LegalPageProps) {
  const id = useId();
  return (
    <div className="relative isolate">
      <AdireCloth
        seed={title}
        className="-z-10 text-dye opacity-80 mask-[radial-gradient(80%_18rem_at_100%_0%,black,transparent)] in-data-[theme=light]:opacity-25"
      />
      <div className="mx-auto max-w-5xl px-5 py-8 sm:px-10 sm:py-12">
        <div className="mb-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Link to="/" aria-label="Orin, home" className="inline-flex items-center gap-2.5 text-xl font-bold">
            <Mark className="size-9" />
            Orin
          </Link>
          <Link
            to="/"
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-ink-soft hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" size={18} />
            Back to the music
          </Link>
        </div>
        <h1 className="text-4xl font-extrabold">{title}</h1>
        <p className="mt-3 text-ink-soft">Effective {effective}</p>
        <div className="mt-10 grid grid-cols-1 items-start gap-10 lg:grid-cols-[14rem_1fr]">
          <nav
            aria-label="Sections"
            className="hidden lg:sticky lg:top-8 lg:block lg:max-h-[calc(100dvh-4rem-var(--frame-bottom))] lg:overflow-y-auto"
          >
            <ol className="flex flex-col gap-2 text-sm">
              {sections.map((section, index) => (
                <li key={section.title}>
                  <a
                    href={`#${id}-${index}`}
                    className="text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                  >
                    {index + 1}. {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="flex max-w-2xl flex-col gap-9">
            {sections.map((section, index) => (
              <section key={section.title} aria-labelledby={`${id}-${index}`}>
                <h2 id={`${id}-${index}`} className="scroll-mt-8 text-xl">{index + 1}. {section.title}</h2>
                <div className="mt-2 flex flex-col gap-3 text-ink-soft">{section.text}</div>
              </section>
            ))}
            {after}
          </div>
        </div>
      </div>
    </div>
  );
}

/** A link within the text. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return <Link to={to} className="font-semibold text-accent underline underline-offset-4">{children}</Link>;
}
