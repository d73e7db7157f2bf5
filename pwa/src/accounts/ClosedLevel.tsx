import { isLevel1Closed } from "@contract/trust.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { levelQuery } from "../data/account.ts";
import { Banner } from "../ui/Banner.tsx";

/** Where Orin can text no codes: that level 1 is closed, and which way is open. Nothing for everyone else. */
export function ClosedLevel() {
  const { data } = useQuery(levelQuery);
  if (!data || !isLevel1Closed(data)) return null;
  return (
    <Banner tone="info">
      Orin cannot text codes at the moment, so phone numbers cannot be proven and level 1 is closed. You can still be
      paid:{" "}
      <Link to="/settings/level" className="font-semibold text-accent underline-offset-4 hover:underline">
        prove your identity in Settings
      </Link>
      .
    </Banner>
  );
}
