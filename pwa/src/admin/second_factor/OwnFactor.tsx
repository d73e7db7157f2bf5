import type { SecondFactorAnswer } from "@contract/second_factor.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { askAsAdmin } from "../shell/admin_api.ts";
import { CodeForm } from "./AppCode.tsx";
import { useOwnFactor, useRenewCodes } from "./api.ts";
import { LinkApp } from "./LinkApp.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** So few recovery codes are time for new ones. */
const FEW = 3;

type Doing = "nothing" | "linking" | "renewing" | { readonly codes: readonly string[] };

/** The admin's own second factor: whether it is on, and how to change it. */
export function OwnFactor() {
  const factor = useOwnFactor();
  const [doing, setDoing] = useState<Doing>("nothing");
  const stop = () => setDoing("nothing");
  return (
    <Card>
      {typeof doing !== "object" && <h2 className="mb-1 text-xl">Your second factor</h2>}
      {!factor.data && (
        <LoadState
          query={factor}
          count={2}
          label="Loading your second factor..."
          failure="Your second factor could not be loaded"
        />
      )}
      {factor.data && doing === "nothing" && <Standing factor={factor.data} onDo={setDoing} />}
      {factor.data && doing === "linking" && (
        <LinkApp
          call={askAsAdmin}
          isChange={factor.data.since !== null}
          onLinked={(codes) => setDoing({ codes })}
          onCancel={stop}
        />
      )}
      {doing === "renewing" && <Renew onDone={(codes) => setDoing({ codes })} onCancel={stop} />}
      {typeof doing === "object" && <RecoveryCodes codes={doing.codes} doneLabel="Done" onDone={stop} />}
    </Card>
  );
}

function Standing({ factor: { since, recoveryCodesLeft: left, passkeys }, onDo }: {
  factor: SecondFactorAnswer;
  onDo(doing: "linking" | "renewing"): void;
}) {
  if (since === null) {
    return (
      <>
        <p className="mb-4 text-sm text-ink-soft">
          Your password alone opens the back office. With an authenticator app on your phone, a stolen password opens
          nothing.
        </p>
        <Button onClick={() => onDo("linking")}>Set up an authenticator app</Button>
      </>
    );
  }
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        {`On since ${formatDateTime(since)}. The log-in asks for a code of your authenticator app.`}
      </p>
      {left <= FEW && (
        <Banner tone="info" className="mb-4">
          {left === 0 ? "You have no recovery code left." : `You have only ${left} recovery codes left.`}
        </Banner>
      )}
      {left > FEW && <p className="mb-4 text-sm text-ink-soft">{`${left} recovery codes left.`}</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" size="small" onClick={() => onDo("linking")}>Change app</Button>
        <Button variant="quiet" size="small" onClick={() => onDo("renewing")}>New recovery codes</Button>
      </div>
      <Passkeys passkeys={passkeys} />
    </>
  );
}

function Renew({ onDone, onCancel }: { onDone(codes: readonly string[]): void; onCancel(): void }) {
  const renew = useRenewCodes();
  return (
    <CodeForm
      send="Make new codes"
      busyLabel="Checking..."
      isPending={renew.isPending}
      isFilled
      isCodeFirst
      error={renew.isError ? failureText(renew.error, "The codes could not be made") : undefined}
      onCode={(code) => renew.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })}
      onClose={onCancel}
    >
      <p className="text-sm text-ink-soft">The recovery codes that you have now stop working.</p>
    </CodeForm>
  );
}
