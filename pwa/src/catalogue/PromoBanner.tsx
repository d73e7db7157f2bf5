import { useOffersPremium } from "../lib/premium.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";

/** What Premium adds, between the releases; members have it. */
export function PromoBanner() {
  if (!useOffersPremium()) return null;
  return (
    <li className="px-2">
      <div className="relative isolate my-3 flex flex-wrap items-center justify-between gap-4 overflow-hidden rounded-xl bg-dye p-5 text-on-dye sm:p-6">
        <AdireCloth
          seed="premium"
          className="-z-10 text-on-dye opacity-15 mask-[linear-gradient(to_left,black,transparent)]"
        />
        <div className="max-w-md">
          <p className="text-lg font-bold">Premium Sound Experience</p>
          <p className="text-sm text-on-dye/90">
            Upgrade your account and enjoy ad-free listening with higher audio quality
          </p>
        </div>
        <ButtonLink to="/subscriptions" className="bg-(--marigold)! text-[#1a1533]!">Upgrade Now</ButtonLink>
      </div>
    </li>
  );
}
