import type { WorkKind } from "@contract/work.ts";

/** Where what waits of a kind is, or one case of it. */
export function workAt(kind: WorkKind, id?: string): string {
  return `/dashboard?${new URLSearchParams({ kind, ...(id !== undefined && { case: `${kind}:${id}` }) })}`;
}

/** The case of a payment, whether it waits or not. */
export function paymentAt(withdrawalId: string): string {
  return `/dashboard?${new URLSearchParams({ case: `withdrawal:${withdrawalId}` })}`;
}

/** The case of what a person published, whether it waits or not. */
export function moderationAt(subject: { kind: string; subjectId: string }): string {
  return `/dashboard?${new URLSearchParams({ case: `report:${subject.kind}:${subject.subjectId}` })}`;
}

type Lead = (params: URLSearchParams) => string;

function ofKind(kind: WorkKind, param: string): Lead {
  return (params) => workAt(kind, params.get(param) ?? undefined);
}

const MODERATED: Readonly<Record<string, WorkKind>> = {
  appeals: "moderation_appeal",
  claims: "claim",
  suspensions: "suspension_appeal",
};

/** Screens that listed one kind of case: `rare_routes.tsx` has their paths. */
const OLD_ADDRESSES: Readonly<Record<string, Lead>> = {
  "/appeals": ofKind("earnings_appeal", "appeal"),
  "/duplicates": ofKind("duplicate", "match"),
  "/disputes": ofKind("dispute", "dispute"),
  "/split-disputes": ofKind("disputed_share", "dispute"),
  "/stopped-gifts": ofKind("stopped_gift", "gift"),
  "/proposals": ofKind("proposal", "proposal"),
  "/moderation": (params) => {
    const [kind, subjectId, appealId] = [params.get("kind"), params.get("id"), params.get("suspension")];
    if (appealId !== null) return workAt("suspension_appeal", appealId);
    if (kind !== null && subjectId !== null) return moderationAt({ kind, subjectId });
    return workAt(MODERATED[params.get("list") ?? ""] ?? "report");
  },
  "/groups/rules": () => "/groups",
  "/payouts": () => "/approve-earnings?payouts=open",
};

/** Where a screen that is gone is now. */
export function addressNow(pathname: string, search: string): string {
  const [, screen, id] = pathname.split("/");
  if (screen === "explorer" && id) return paymentAt(id);
  return OLD_ADDRESSES[pathname]?.(new URLSearchParams(search)) ?? "/dashboard";
}
