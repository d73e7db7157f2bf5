import type { ProposalShown } from "../contract/proposals.ts";

const PATH = "/api/v1/admin/proposals";

/** A call of one admin. */
// deno-lint-ignore no-explicit-any
type Call = (method: string, path: string, body?: object) => Promise<{ readonly status: number; readonly body: any }>;

interface ProposalSubject {
  readonly kind: string;
  readonly subject: string;
}

/** The proposal that waits about a subject, as an admin sees it. */
export async function proposalSeen(call: Call, { kind, subject }: ProposalSubject): Promise<ProposalShown | undefined> {
  const { proposals } = (await call("GET", PATH)).body;
  return proposals.find((one: ProposalShown) => one.kind === kind && one.subject === subject);
}

/** An admin confirms or withdraws it, as the list shows it. */
export async function answerProposal(call: Call, about: ProposalSubject, step: "confirm" | "withdraw") {
  const { proposalId, shown } = await proposalSeen(call, about) ?? {};
  return await call("POST", `${PATH}/${proposalId}/${step}`, { shown });
}
