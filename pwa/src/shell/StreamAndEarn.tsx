import { Songs } from "../catalogue/Songs.tsx";
import { RewardPanel } from "../listening/RewardPanel.tsx";
import { Today } from "../listening/Today.tsx";

/** `/songs`, put together from music and money. */
export function StreamAndEarn() {
  return <Songs today={<Today />} reward={<RewardPanel />} />;
}
