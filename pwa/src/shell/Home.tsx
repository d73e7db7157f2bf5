import { lazy } from "react";
import { useSearchParams } from "react-router-dom";
import { Discover } from "../catalogue/Discover.tsx";
import { EarningLine } from "../listening/EarningLine.tsx";
import { NewAccount } from "../listening/NewAccount.tsx";
import { Deferred } from "../ui/Deferred.tsx";

const NewsletterDone = lazy(() =>
  import("./NewsletterDone.tsx").then(({ NewsletterDone }) => ({ default: NewsletterDone }))
);

/** `/`, put together from music and money. `?newsletter=` is where the links of its mails lead. */
export function Home() {
  const [params, setParams] = useSearchParams();
  const newsletter = params.get("newsletter");
  return (
    <>
      {newsletter && (
        <Deferred>
          <NewsletterDone state={newsletter} onClose={() => setParams({}, { replace: true })} />
        </Deferred>
      )}
      <Discover
        today={<EarningLine className="grow basis-80 max-sm:text-xs! sm:max-w-xl" />}
        promise={<NewAccount className="mt-1 max-w-xl" />}
      />
    </>
  );
}
