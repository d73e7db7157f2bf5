import { Songs } from "../catalogue/Songs.tsx";
import { useSession } from "../lib/session.ts";
import { useFreePlays } from "../listening/api.ts";
import { RewardPanel } from "../listening/RewardPanel.tsx";
import { Today } from "../listening/Today.tsx";

/** `/songs`, put together from music and money. Ads only where it is certain that there is no Premium. */
export function StreamAndEarn() {
  const session = useSession();
  const { data } = useFreePlays();
  return <Songs today={<Today />} reward={<RewardPanel />} hasAds={!session || data?.isSubscribed === false} />;
}
