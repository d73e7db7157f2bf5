import { Discover } from "../catalogue/Discover.tsx";
import { EarnedToday } from "../listening/EarnedToday.tsx";

/** `/`, put together from music and money. */
export function Home() {
  return <Discover today={<EarnedToday />} />;
}
