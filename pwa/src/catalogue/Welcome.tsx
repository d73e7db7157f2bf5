import { Coins, HandHeart, Headphones, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { WELCOME } from "./welcome_words.ts";

const STEPS: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  { Icon: Headphones, title: "Listen", text: "New artists, even on a weak network." },
  { Icon: Coins, title: "Earn", text: "Tokens for listening, paid to your bank." },
  { Icon: HandHeart, title: "Support", text: "Your plays and gifts support the artists." },
];

/** What Orin is, for new visitors, what an account earns (`promise`), and the day's mix (`children`) to try it; short, so that more is on the first screen. */
export function Welcome({ promise, children }: { promise: ReactNode; children: ReactNode }) {
  return (
    <section className="relative isolate -mx-4 -mt-6 overflow-hidden px-4 pt-5 md:-mx-8 md:-mt-8 md:px-8 md:pt-8">
      <AdireCloth
        seed="welcome to orin"
        repeat={120}
        className="-z-10 text-dye opacity-90 mask-[radial-gradient(85%_55%_at_100%_0%,black,transparent)] sm:mask-[radial-gradient(60%_100%_at_100%_0%,black_25%,transparent)] in-data-[theme=light]:opacity-25"
      />
      <h1 className="max-w-2xl text-2xl font-extrabold md:text-4xl">{WELCOME.title}</h1>
      <p className="mt-1 max-w-xl text-sm text-ink-soft md:text-lg">
        {WELCOME.text}
      </p>
      {promise}
      <div className="mt-3 flex flex-wrap gap-2 sm:gap-3">
        <ButtonLink to="/signup" className="max-sm:px-3 max-sm:text-sm">Create a free account</ButtonLink>
        <ButtonLink variant="quiet" to="/songs" className="max-sm:px-3 max-sm:text-sm">Just listen</ButtonLink>
      </div>
      <div className="mt-3 max-w-3xl">{children}</div>
      <ul className="mt-6 grid grid-cols-3 gap-x-8 max-lg:hidden [@media(max-height:56rem)]:hidden">
        {STEPS.map(({ Icon, title, text }) => (
          <li key={title} className="flex items-start gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-accent">
              <Icon aria-hidden="true" size={20} />
            </span>
            <div>
              <h2 className="text-base font-semibold tracking-normal">{title}</h2>
              <p className="text-sm text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
