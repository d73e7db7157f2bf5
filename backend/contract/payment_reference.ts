/**
 * References at the payment provider: `<name>-<installation>-<uuid>`. Older ones have no installation. They stay
 * within the provider's 50 characters, so an installation's id has five.
 */
const REFERENCE = /^([a-z]+)-(?:([a-z0-9]{5})-)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The reference under which an installation asks the provider for one payout or charge. */
export function paymentReference(name: string, { installation, id }: { installation: string; id: string }): string {
  return `${name}-${installation}-${id}`;
}

/**
 * The name in a reference of this installation, such as `gift`; undefined for others'. Those from before references
 * named an installation count as its own.
 */
export function nameInReference(installation: string, reference: string): string | undefined {
  const [, name, of = installation] = REFERENCE.exec(reference) ?? [];
  return of === installation ? name : undefined;
}

/** The id that a reference ends with: of what is paid. */
export function idInReference(reference: string): string {
  return reference.slice(-36);
}
