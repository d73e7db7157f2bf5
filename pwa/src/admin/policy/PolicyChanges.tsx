import { changePolicy } from "@contract/calls/admin.ts";
import {
  type AdminPolicyAnswer,
  type AdminPolicyVersion,
  type Policy,
  POLICY_RULES,
  RULES,
} from "@contract/policy_rules.ts";
import { useState } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { PolicyVersions } from "../../ui/PolicyVersions.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { May } from "../shell/May.tsx";
import { useMay } from "../shell/roles.ts";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { useAdminPolicy, useCancelChange } from "./api.ts";
import { PolicyForm } from "./PolicyForm.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";

/** `/admin-policy`: the earning rules in force, dated changes of them, and who decided each. */
export function PolicyChanges() {
  return (
    <>
      <ScreenHead
        title="Earning rules"
        subtitle="Everyone can read them, with their history, under How earning works."
      />
      <Loaded
        query={useAdminPolicy()}
        count={9}
        label="Loading the rules..."
        failure="Failed to load the earning rules"
      >
        {(answer) => <Rules answer={answer} />}
      </Loaded>
    </>
  );
}

function Rules({ answer: { current, versions } }: { answer: AdminPolicyAnswer }) {
  const [isChanging, setChanging] = useState(false);
  const [said, setSaid] = useState<string>();
  const [cancelling, setCancelling] = useState<AdminPolicyVersion>();
  const last = versions.find(({ state }) => state !== "cancelled" && state !== "lapsed");
  const isOpen = (version: AdminPolicyVersion) =>
    version === last && (version.state === "upcoming" || version.state === "proposed");
  const done = (text: string) => {
    setChanging(false);
    setCancelling(undefined);
    setSaid(text);
  };
  return (
    <div className="flex flex-col gap-8">
      {said && <Banner tone="success" onClose={() => setSaid(undefined)}>{said}</Banner>}
      <InForce rules={current} />
      {isChanging && last
        ? (
          <PolicyForm
            base={last.policy}
            newest={versions[0]?.policy.version ?? last.policy.version}
            isPlanned={isOpen(last)}
            onDone={done}
            onCancel={() => setChanging(false)}
          />
        )
        : (
          <May call={changePolicy}>
            <Button className="w-fit" onClick={() => setChanging(true)}>Change the rules</Button>
          </May>
        )}
      <PolicyVersions
        versions={versions}
        extra={(version) => (
          <Decided
            version={version}
            canCancel={isOpen(version) && version.state === "upcoming"}
            onCancel={() => setCancelling(version)}
            onDone={done}
          />
        )}
      />
      {cancelling && <CancelChange version={cancelling} onDone={done} onClose={() => setCancelling(undefined)} />}
    </div>
  );
}

function InForce({ rules }: { rules: Policy }) {
  return (
    <Card>
      <h2 className="mb-1 text-xl">In force now</h2>
      <p className="mb-4 text-sm text-ink-soft">
        Version {rules.version}, since {formatDateTime(rules.effectiveFrom)}
      </p>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {POLICY_RULES.map((rule) => (
          <div key={rule} className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5">
            <dt className="text-sm text-ink-soft">{RULES[rule].label}</dt>
            <dd className="text-sm font-semibold tabular-nums">{RULES[rule].say(rules[rule])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface DecidedProps {
  version: AdminPolicyVersion;
  canCancel: boolean;
  onCancel(): void;
  onDone(text: string): void;
}

function Decided({ version, canCancel, onCancel, onDone }: DecidedProps) {
  const { by, decidedAt, confirmedBy, cancelledBy, policy, state } = version;
  const mayDecide = useMay(changePolicy);
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
      <p className="text-xs text-ink-faint">
        Decided by {by} on {formatDateTime(decidedAt)}
        {confirmedBy && `, confirmed by ${confirmedBy}`}
        {cancelledBy && `, cancelled by ${cancelledBy}`}
      </p>
      {canCancel && mayDecide && (
        <Button variant="quiet" size="small" aria-label={`Cancel version ${policy.version}`} onClick={onCancel}>
          Cancel
        </Button>
      )}
      {state === "proposed" && (
        <div className="basis-full">
          <WaitingProposal kind="policy_change" subject={String(policy.version)} onDone={onDone} />
        </div>
      )}
    </div>
  );
}

interface CancelChangeProps {
  version: AdminPolicyVersion;
  onDone(text: string): void;
  onClose(): void;
}

/** Asks why an admin cancels a planned change; everyone can read the answer. */
function CancelChange({ version: { policy }, onDone, onClose }: CancelChangeProps) {
  const cancel = useCancelChange();
  const onSuccess = () => onDone(`Version ${policy.version} cancelled`);
  return (
    <ReasonDialog
      title={`Cancel version ${policy.version}?`}
      description={`It would take effect on ${formatDateTime(policy.effectiveFrom)}. The current rules stay in force.`}
      hint="At least 10 characters. Everyone can read it."
      least={10}
      most={500}
      send="Cancel change"
      of={cancel}
      busyLabel="Cancelling..."
      cancelLabel="Keep it"
      failure="The change could not be cancelled"
      onClose={onClose}
      onConfirm={(reason) => cancel.mutate({ version: policy.version, reason }, { onSuccess })}
    />
  );
}
