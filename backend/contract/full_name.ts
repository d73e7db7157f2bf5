/** First and last name as one; `unknown` where there is no such person. */
export function fullName(
  person: { readonly firstName: string; readonly lastName: string } | undefined,
  unknown = "",
): string {
  return person ? `${person.firstName} ${person.lastName}`.trim() : unknown;
}
