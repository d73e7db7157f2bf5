/** What an admin does for Orin. An unnamed role is owner. */
export const ADMIN_ROLES = ["owner", "finance", "catalogue", "support", "auditor"] as const;

export type AdminRole = typeof ADMIN_ROLES[number];

/** How the back office writes a role, and what it is for. */
export const ROLE_WORDS: Readonly<Record<AdminRole, { readonly label: string; readonly does: string }>> = {
  owner: { label: "Owner", does: "Does everything: the team and the rules, too." },
  finance: { label: "Finance", does: "Decides on payouts, settles and keeps the books." },
  catalogue: { label: "Catalogue", does: "Looks after tracks, uploads and what people report." },
  support: { label: "Support", does: "Helps users and prepares cases. Moves no money." },
  auditor: { label: "Auditor", does: "Reads everything, changes nothing. Opens personal details only with a note." },
};
