import type { IdentityAnswer, LevelAnswer } from "@contract/trust.ts";
import { Check } from "lucide-react";
import { useState } from "react";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { IdentityForm } from "./IdentityForm.tsx";
import { useIdentity } from "./identity_api.ts";
import { nairaOf } from "../lib/naira.ts";

/** The last step: who one is, for payments above the month's limit. Nothing shows while it is unknown. */
export function IdentityProof({ limit }: { limit: NonNullable<LevelAnswer["identity"]> }) {
  const { data } = useIdentity();
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  return (
    <section aria-labelledby="identity" className="mt-5 border-t border-line pt-4 text-sm">
      <h3 id="identity" className="mb-2 font-semibold">Your identity</h3>
      {data.isProven
        ? (
          <p className="flex items-start gap-2 text-ink-soft">
            <Check aria-hidden="true" size={18} className="mt-px shrink-0 text-accent" />
            <span>{provenText(data)}</span>
          </p>
        )
        : (
          <p className="text-ink-soft">
            We pay up to {nairaOf(limit.monthlyTokens)}{" "}
            a month to you now. Prove who you are once, and there is no limit.
          </p>
        )}
      <LastCheck identity={data} />
      {data.status !== "waiting" && !data.isProven && (
        <Button
          variant="quiet"
          size="small"
          className="mt-3"
          aria-expanded={isOpen}
          disabled={data.checksLeft === 0}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Close" : "Prove your identity"}
        </Button>
      )}
      {isOpen && data.status !== "waiting" && !data.isProven && <IdentityForm onSent={() => setOpen(false)} />}
    </section>
  );
}

function provenText({ account, status }: IdentityAnswer): string {
  if (!account || status !== "proven") return "Your identity is proven.";
  return `Your identity is proven, as ${account.accountName}. We pay without a limit to accounts in this name.`;
}

function LastCheck({ identity: { status, isProven, reason, account, checksLeft } }: { identity: IdentityAnswer }) {
  if (status === "waiting") {
    return (
      <Banner tone="info" className="mt-3">
        We are checking your BVN with your bank{account && ` (${account.bankName} ${account.accountNumber})`}. This
        usually takes less than a minute, and you can leave this page.
      </Banner>
    );
  }
  if (status !== "failed" || isProven) return null;
  return (
    <Banner tone="error" className="mt-3">
      {reason} {checksLeft === 0 && "You can try again tomorrow."}
    </Banner>
  );
}
