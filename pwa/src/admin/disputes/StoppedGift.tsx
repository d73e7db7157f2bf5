import { listStoppedGifts, releaseStoppedGift } from "@contract/calls/gifts.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { StoppedGifts as Stopped } from "@contract/gift_refunds.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { tokensWithNaira } from "../../lib/naira.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { CaseScreen, Part } from "../parts/CaseScreen.tsx";
import { type Fact, Facts } from "../parts/Facts.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { RefundGift } from "../people/RefundGift.tsx";
import { workAt } from "../shell/work_address.ts";
import { May } from "../shell/May.tsx";
import { useAnswer, useChange } from "../shell/queries.ts";

/** A gift of tokens that its giver or an admin stopped; it settles when its time ends, unless it is returned. */
export function StoppedGift({ giftId }: { giftId: string }) {
  const query = useAnswer(["admin", "gifts", "stopped"], listStoppedGifts);
  const gift = query.data?.gifts.find((one) => one.giftId === giftId);
  if (query.data && !gift) {
    return (
      <ScreenHead title="Stopped gift" subtitle="No gift waits for your decision here: it has settled, or went back." />
    );
  }
  return (
    <CaseScreen
      title="Stopped gift"
      subtitle={({ tokens, endsAt }) =>
        `${tokensWithNaira(tokens)}. It settles ${formatDateTime(endsAt)}, unless it is returned.`}
      query={{ ...query, data: gift }}
      loading="Loading the gift..."
      failure="Failed to load the gift"
    >
      {({ tokens, artist, isWaiting = false, ...facts }) => (
        <Part title="The gift">
          <Facts facts={factsOf({ artist, ...facts })} />
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <RefundGift gift={{ giftId, tokens, method: "tokens" }} />
            <LetGo giftId={giftId} artist={artist.name} isWaiting={isWaiting} />
          </div>
        </Part>
      )}
    </CaseScreen>
  );
}

type Gift = Pick<Stopped["gifts"][number], "giverId" | "artist" | "givenAt" | "stoppedBy" | "stoppedAt">;

function factsOf({ giverId, artist, givenAt, stoppedBy, stoppedAt }: Gift): Fact[] {
  return [
    ["Giver", <PersonLink key="giver" userId={giverId} />],
    ["Artist", <PersonLink key="artist" {...artist} />],
    ["Given", formatDateTime(givenAt)],
    ["Stopped", `${formatDateTime(stoppedAt)}, by ${stoppedBy === "giver" ? "the giver" : "an admin"}`],
  ];
}

function LetGo({ giftId, artist, isWaiting }: { giftId: string; artist: string; isWaiting: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const letting = useChange(async () => {
    const answer = await askAsAdmin(releaseStoppedGift, { id: giftId });
    setAsking(false);
    return answer;
  }, { renews: [["admin"]] });
  if (isWaiting || letting.data?.state === "waiting") {
    return (
      <span role="status">
        <Link className="text-link underline" to={workAt("proposal")}>Waits for an admin</Link>
      </span>
    );
  }
  return (
    <May call={releaseStoppedGift}>
      <Button size="small" variant="quiet" onClick={() => setAsking(true)}>Let it go</Button>
      <ConfirmDialog
        open={isAsking}
        title="Let this gift go?"
        message={`${artist || "The artist"} can use it within minutes. The giver cannot stop it again.`}
        confirmLabel="Let it go"
        busy={letting.isPending}
        error={letting.isError ? failureText(letting.error, "That did not work") : undefined}
        onConfirm={() => letting.mutate()}
        onCancel={() => setAsking(false)}
      />
    </May>
  );
}
