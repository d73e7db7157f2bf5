/** An invited admin has chosen a password that the one who invited them does not know. */
type AdminEnrolled = { readonly type: "AdminEnrolled"; readonly data: { readonly userId: string } };

/** An admin of another root says that this is the person who was meant. From now on they may use the back office. */
export type AdminConfirmed = {
  readonly type: "AdminConfirmed";
  readonly data: { readonly userId: string; readonly confirmedBy: string };
};

export type TeamEvent = AdminEnrolled | AdminConfirmed;

/** The stream of an admin's standing in the team, in the log `social`. */
export function teamStream(userId: string): string {
  return `team/${userId}`;
}
