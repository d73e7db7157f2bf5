import { type PolicyDifference, policyDifferences, type PolicyVersion } from "@contract/policy_rules.ts";
import type { ReactNode } from "react";
import { formatDateTime } from "../lib/format.ts";

interface PolicyVersionsProps<Version extends PolicyVersion> {
  /** The newest first. */
  versions: readonly Version[];
  /** What else is to be said or done about a version. */
  extra?(version: Version): ReactNode;
}

/** Every version of the rules, newest first: when it starts, why, and what it changes, in plain words. */
export function PolicyVersions<Version extends PolicyVersion>({ versions, extra }: PolicyVersionsProps<Version>) {
  const isUpcoming = ({ state }: PolicyVersion) => state === "upcoming" || state === "proposed";
  const upcoming = versions.filter(isUpcoming);
  return (
    <>
      {upcoming.length > 0 && (
        <section>
          <h2 className="mb-3 text-xl">Upcoming changes</h2>
          <List versions={upcoming} all={versions} extra={extra} />
        </section>
      )}
      <section>
        <h2 className="mb-3 text-xl">Versions</h2>
        <List versions={versions.filter((version) => !isUpcoming(version))} all={versions} extra={extra} />
      </section>
    </>
  );
}

interface ListProps<Version extends PolicyVersion> {
  versions: readonly Version[];
  all: readonly Version[];
  extra: ((version: Version) => ReactNode) | undefined;
}

function List<Version extends PolicyVersion>({ versions, all, extra }: ListProps<Version>) {
  return (
    <ol className="flex flex-col divide-y divide-line">
      {versions.map((version) => (
        <li key={version.policy.version} className="py-4 first:pt-0">
          <Version version={version} differences={differencesOf(version, all)} />
          {extra?.(version)}
        </li>
      ))}
    </ol>
  );
}

function Version({ version, differences }: { version: PolicyVersion; differences: readonly PolicyDifference[] }) {
  const { policy, state, reason, cancelledAt, cancelReason } = version;
  return (
    <>
      <p className="text-sm font-semibold">
        Version {policy.version}, {PLANNED.has(state) ? "planned for" : "in force from"}{" "}
        {formatDateTime(policy.effectiveFrom)}
        {state === "in_force" && <span className="text-accent">, now</span>}
      </p>
      {state === "proposed" && (
        <p className="mt-1 text-sm">Proposed. It takes effect only if an admin on another side confirms it.</p>
      )}
      {state === "lapsed" && (
        <p className="mt-1 text-sm">
          It never took effect: no admin on another side confirmed it in time.
        </p>
      )}
      <p className="mt-1 text-sm text-ink-soft">{reason}</p>
      {differences.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1 text-sm text-ink-soft">
          {differences.map(({ rule, label, before, after }) => (
            <li key={rule}>
              {label}: <span className="line-through">{before}</span>, then{" "}
              <strong className="text-ink">{after}</strong>
            </li>
          ))}
        </ul>
      )}
      {cancelledAt && (
        <p className="mt-2 text-sm text-ink-soft">Cancelled on {formatDateTime(cancelledAt)}: {cancelReason}</p>
      )}
    </>
  );
}

const PLANNED: ReadonlySet<PolicyVersion["state"]> = new Set(["proposed", "cancelled", "lapsed"]);

/** A change builds on the rules at the time; cancelled changes do not count. */
function differencesOf(version: PolicyVersion, all: readonly PolicyVersion[]): PolicyDifference[] {
  const before = all.find((one) => {
    const stoodThen = !PLANNED.has(one.state) || one.state === "proposed" ||
      Date.parse(one.cancelledAt ?? "") > Date.parse(version.decidedAt);
    return one.policy.version < version.policy.version && stoodThen;
  });
  return before ? policyDifferences(before.policy, version.policy) : [];
}
