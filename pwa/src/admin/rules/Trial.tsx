import type { RuleTrial, TrialSample } from "@contract/trust_rules.ts";
import { Link } from "react-router-dom";
import { formatDate, formatFullCount, formatHours, formatTokens, plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { type TrialSearch, useTrial } from "./api.ts";
import { ruleName } from "./words.ts";

/** What a rule would have voided on some days. */
export function Trial({ search }: { search: TrialSearch }) {
  const query = useTrial(search);
  if (!query.data) {
    return (
      <LoadState
        query={query}
        shape="text"
        count={6}
        label="Trying the rule..."
        failure="The rule could not be tried"
      />
    );
  }
  const { data } = query;
  return (
    <section aria-label="Result" className="flex animate-enter flex-col gap-6">
      {data.isPartial && (
        <Banner tone="info">
          There was more than fits into one answer. The figures are of the first {formatFullCount(data.lookedAt)}{" "}
          {data.rule.of}: choose fewer days, or ask on the command line with <code>deno task orin rules</code>.
        </Banner>
      )}
      {data.failed.count > 0 && (
        <Banner tone="error">
          The rule broke on {formatFullCount(data.failed.count)} {data.rule.of}, which are in no other figure:{" "}
          {data.failed.message}
        </Banner>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <Verdict trial={data} />
        <Honest honest={data.honest} />
      </div>
      <Samples trial={data} />
    </section>
  );
}

function Verdict({ trial }: { trial: RuleTrial }) {
  const { rule, from, to, lookedAt, people, groups, tokens, naira, reach } = trial;
  const inGroups = rule.of === "groups" ? ` in ${plural(groups, "group")}` : "";
  return (
    <Card>
      <h2 className="mb-3 text-xl">{ruleName(rule.rule)} would have voided</h2>
      <p className="text-3xl font-bold tabular-nums">₦{formatTokens(naira)}</p>
      <p className="mt-1 text-sm">
        {formatTokens(tokens)} tokens of {plural(people, "person", "people")}
        {inGroups}
      </p>
      <p className="mt-3 text-sm text-ink-soft">
        {formatDate(from)} to {formatDate(to)}: all that they were paid for these days, of {formatFullCount(lookedAt)}
        {" "}
        {rule.of} with listening.
      </p>
      <dl className="mt-3 text-sm">
        {reach.map(({ score, now, tried }) => (
          <div key={score} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5">
            <dt className="text-ink-soft">Risk of {score} or more</dt>
            <dd className="tabular-nums">
              {formatFullCount(tried)} {rule.of}
              {tried !== now && `, ${formatFullCount(now)} as it is now`}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Honest({ honest: { all, hits } }: { honest: RuleTrial["honest"] }) {
  return (
    <Card>
      <h2 className="mb-3 text-xl">Honest people</h2>
      <p className="text-sm">
        {hits.length === 0
          ? `The rule hits none of the ${all} that we know to be honest.`
          : `The rule hits ${hits.length} of the ${all} that we know to be honest:`}
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-sm">
        {hits.map((who) => <li key={who}>{who}</li>)}
      </ul>
    </Card>
  );
}

function Samples({ trial: { rule, samples, people } }: { trial: RuleTrial }) {
  if (samples.length === 0) {
    return <EmptyState title="Nobody" text={`The rule finds no ${rule.of} on these days.`} />;
  }
  return (
    <Card>
      <h2 className="text-xl">Samples</h2>
      <p className="mb-3 text-sm text-ink-soft">
        {samples.length < people ? "Those who were paid most." : "Everyone that the rule hits."}
      </p>
      <ul className="text-sm">
        {samples.map((sample) => <Sample key={sample.userId} sample={sample} />)}
      </ul>
    </Card>
  );
}

function Sample({ sample }: { sample: TrialSample }) {
  const { userId, text, plays, claimedSeconds, unprovenSeconds, longestDayHours, tokens, groupId, members = 0 } =
    sample;
  return (
    <li className="border-t border-line py-2 first:border-0">
      <div className="flex flex-wrap justify-between gap-x-4">
        {groupId === undefined
          ? <Link className="text-link underline" to={`/people/${userId}`}>…{userId.slice(-8)}</Link>
          : (
            <Link className="text-link underline" to={`/groups?group=${groupId}`}>
              {plural(members, "account")}
            </Link>
          )}
        <span className="tabular-nums">{formatTokens(tokens)} tokens</span>
      </div>
      <p className="text-xs text-ink-soft">
        {plural(plays, "play")}, {formatHours(claimedSeconds)} reported, {formatHours(unprovenSeconds)} unproven,{" "}
        {plural(longestDayHours, "hour")} of one day touched
      </p>
      <p className="text-xs">{text}</p>
    </li>
  );
}
