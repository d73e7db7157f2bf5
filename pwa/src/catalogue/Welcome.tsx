import { Coins, HandHeart, Headphones, type LucideIcon } from "lucide-react";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";

const STEPS: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  { Icon: Headphones, title: "Listen", text: "Upcoming artists, also on a weak network." },
  { Icon: Coins, title: "Earn", text: "Tokens for every minute you listen." },
  { Icon: HandHeart, title: "Support", text: "Your plays and gifts reach the artists." },
];

/** What Orin is, for whom it is new. */
export function Welcome() {
  return (
    <section className="relative isolate -mx-4 -mt-6 mb-8 overflow-hidden px-4 pt-10 pb-8 md:-mx-8 md:-mt-8 md:px-8 md:pt-16 md:pb-12">
      <AdireCloth
        seed="welcome to orin"
        repeat={120}
        className="-z-10 text-dye opacity-90 mask-[radial-gradient(85%_55%_at_100%_0%,black,transparent)] sm:mask-[radial-gradient(60%_100%_at_100%_0%,black_25%,transparent)] in-data-[theme=light]:opacity-25"
      />
      <h1 className="max-w-2xl text-4xl font-extrabold">Nigerian music that pays you back</h1>
      <p className="mt-4 max-w-xl text-lg text-ink-soft">
        Stream songs, earn tokens for the time you listen, and support the artists you love.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink size="large" to="/signup">Create a free account</ButtonLink>
        <ButtonLink size="large" variant="quiet" to="/songs">Just listen</ButtonLink>
      </div>
      <ul className="mt-8 grid grid-cols-3 gap-x-4 sm:mt-10 sm:gap-x-8">
        {STEPS.map(({ Icon, title, text }) => (
          <li key={title} className="flex flex-col items-start gap-2 sm:flex-row sm:gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-accent">
              <Icon aria-hidden="true" size={20} />
            </span>
            <div>
              <h2 className="text-base font-semibold tracking-normal">{title}</h2>
              <p className="text-xs text-ink-soft sm:text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
