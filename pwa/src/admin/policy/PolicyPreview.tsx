import type { PolicyDifference } from "@contract/policy_rules.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

interface PolicyPreviewProps {
  differences: readonly PolicyDifference[];
  /** ISO 8601; left out: now. */
  effectiveFrom: string | undefined;
  reason: string;
  /** It lets more money out. */
  isLooser: boolean;
  busy: boolean;
  error: string | undefined;
  onDecide(): void;
  onClose(): void;
}

/** What a change of the rules does, in words, before it is decided. */
export function PolicyPreview(props: PolicyPreviewProps) {
  const { differences, effectiveFrom, reason, isLooser, busy, error, onDecide, onClose } = props;
  const now = isLooser ? "Starts later" : "Starts now";
  const when = effectiveFrom === undefined ? now : `Starts ${formatDateTime(effectiveFrom)}`;
  return (
    <Dialog
      open
      title="What changes"
      description={`${when}. Plays that started earlier keep the earlier rules.`}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>Back</Button>
          <Button busy={busy} busyLabel="Changing..." onClick={onDecide}>Change the rules</Button>
        </>
      }
    >
      <dl className="flex flex-col gap-3">
        {differences.map(({ rule, label, before, after }) => (
          <div key={rule}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-sm">
              <span className="text-ink-soft line-through">{before}</span> <strong>{after}</strong>
            </dd>
          </div>
        ))}
      </dl>
      {isLooser && (
        <Banner tone="info">
          This lets more money out. An admin on another side confirms it first, and it starts a day from now or later.
          If all admins are on one side, it starts seven days from now or later.
        </Banner>
      )}
      <p className="text-sm text-ink-soft">Reason: {reason}</p>
      {error && <p role="alert" className="text-sm font-medium text-danger">{error}</p>}
    </Dialog>
  );
}
