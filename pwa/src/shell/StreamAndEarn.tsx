import { Songs } from "../catalogue/Songs.tsx";
import { useFreePlays } from "../data/listening.ts";
import { useOffersPremium } from "../lib/premium.ts";
import { useSession } from "../lib/session.ts";
import { RewardPanel } from "../listening/RewardPanel.tsx";
import { Today } from "../listening/Today.tsx";

/** `/songs`, put together from music and money. Ads only where it is certain that there is no Premium. */
export function StreamAndEarn() {
  const session = useSession();
  const { data } = useFreePlays();
  const isWithout = useOffersPremium() && (!session || data?.isSubscribed === false);
  return <Songs today={<Today />} reward={<RewardPanel />} hasAds={isWithout} />;
}
