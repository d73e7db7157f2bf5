import { Headset, Rocket, Sparkles } from "lucide-react";

const BENEFITS = [
  { Icon: Sparkles, text: "Unlimited access to all premium features" },
  { Icon: Headset, text: "Priority customer support" },
  { Icon: Rocket, text: "Early access to new features" },
];

/** What a subscriber has beside the plan's features. */
export function Benefits() {
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits" className="mb-4 text-xl">Subscription Benefits</h2>
      <ul className="flex flex-col gap-3">
        {BENEFITS.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-4 rounded-xl border border-line bg-surface p-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-ink/8 text-accent">
              <Icon aria-hidden="true" size={20} />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
