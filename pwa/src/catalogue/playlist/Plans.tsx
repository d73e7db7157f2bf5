import { lazy, useState } from "react";
import { useFreePlays } from "../../data/listening.ts";
import { plural } from "../../lib/format.ts";
import { useOffersPremium } from "../../lib/premium.ts";
import { Button } from "../../ui/Button.tsx";
import { Deferred } from "../../ui/Deferred.tsx";

const ChoosePlan = lazy(() => import("../ChoosePlan.tsx").then((module) => ({ default: module.ChoosePlan })));

/** How many plays a listener without Premium has left today, and the plans for more. Members see nothing of it. */
export function Plans() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useFreePlays();
  const close = () => setOpen(false);
  if (!useOffersPremium() || !data || data.isSubscribed) return null;
  const { remainingFreePlays: left } = data;
  const text = left > 0
    ? `You still have ${plural(left, "free play")} today. New ones come every day at midnight, in Lagos.`
    : "You have used today's free plays. You get new ones at midnight, Lagos time.";
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      {left} of {data.freePlayLimit} free plays left today.
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>Choose a plan</Button>
      {isOpen && (
        <Deferred>
          <ChoosePlan text={text} playsLeft={left} onClose={close} onExtraPlay={close} />
        </Deferred>
      )}
    </p>
  );
}
