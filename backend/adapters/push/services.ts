/**
 * The push services of the browsers. Chromium's, Firefox's, Edge's on Windows, and Safari's; `*.` means one or more
 * names before the rest.
 */
export const PUSH_SERVICES: readonly string[] = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "*.push.services.mozilla.com",
  "*.notify.windows.com",
  "web.push.apple.com",
  "*.push.apple.com",
];

/**
 * Whether Orin may call an endpoint: https on the usual port of a listed host, with no name, password or fragment. A
 * stand-in is an address of this machine for development and tests; what lies under it is allowed, too.
 */
export function isServed(
  endpoint: string,
  { services, standIn }: { readonly services: readonly string[]; readonly standIn?: string | undefined },
): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  // What is called is what was checked: nothing that another parser could read otherwise.
  if (url.href !== endpoint || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (standIn !== undefined && url.href.startsWith(`${standIn}/`)) return true;
  return url.protocol === "https:" && url.port === "" && services.some((service) => isHostOf(url.hostname, service));
}

function isHostOf(host: string, service: string): boolean {
  return service.startsWith("*.") ? host.endsWith(service.slice(1)) && host.length >= service.length : host === service;
}
