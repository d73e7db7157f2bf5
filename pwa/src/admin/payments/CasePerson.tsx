import type { CaseAnswer, CaseFile } from "@contract/cases.ts";
import { Link } from "react-router-dom";
import { formatDate, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Facts } from "../parts/Facts.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { CHANGE_WORDS, userWords } from "./words.ts";

/** Who asks, for which bank account, and who else uses it. */
export function CasePerson({ caseFile, names }: Pick<CaseAnswer, "caseFile" | "names">) {
  const { person, bank, changes, trust } = caseFile;
  return (
    <div>
      <h2 className="mb-3 text-lg">Person and bank account</h2>
      <Facts
        as="columns"
        facts={[
          [
            "User",
            <PersonLink key="user" userId={person.userId} name={person.name} none="Erased" />,
          ],
          ["Email", person.email || "N/A"],
          ["Member since", formatDate(person.registeredAt)],
          ...levelFacts(person),
          ["Account owner at the bank", bank.accountName || "N/A"],
          ["Bank account", `${bank.accountNumber} · ${bank.bankName}`],
          ["Names", bank.nameMatches ? "The bank's and the user's name match" : "The names differ"],
        ]}
      />
      <ul className="mt-3 flex flex-col gap-1.5 text-sm">
        {trust?.group && (
          <li>
            Belongs to{" "}
            <Link to={`/groups?group=${trust.group.groupId}`} className="text-link underline underline-offset-2">
              a group of {plural(trust.group.members, "linked account")}
            </Link>, risk {trust.group.score} of 100.
          </li>
        )}
        {bank.isNew && <li>This bank account is new: earlier payments went to another one.</li>}
        {bank.others.map(({ userId, requests, paidTokens }) => (
          <li key={userId}>
            <PersonLink userId={userId} name={names[userId]} none={userWords(userId)} /> used this bank account for{" "}
            {plural(requests, "request")}, {nairaOf(paidTokens)} paid.
          </li>
        ))}
        {changes.map(({ change, at }) => <li key={at}>{CHANGE_WORDS[change]} on {formatDate(at)}.</li>)}
      </ul>
    </div>
  );
}

/** A case file from before identities were proven says nothing of it. */
function levelFacts({ level, month }: CaseFile["person"]): [string, string][] {
  if (level === undefined || !month) return [];
  const { paid, limit, isOtherName } = month;
  const proof = isOtherName ? "The proven identity has another name than this account" : LEVELS[level];
  const most = limit === undefined ? "" : ` of up to ${nairaOf(limit)}`;
  return [["Level", `${level} · ${proof}`], ["Paid this month", `${nairaOf(paid)}${most}`]];
}

const LEVELS = ["Email proven", "Phone and listening proven", "Identity proven"] as const;
