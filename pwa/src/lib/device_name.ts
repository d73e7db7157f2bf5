/** The first that fits names the browser: most others claim to be Chrome and Safari, too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/OPR|Opera/, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** A browser's name for itself in people's words: "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const [browser, system] = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/** The same after a preposition: "Playing on Chrome, Android". */
export function deviceTitle(userAgent: string): string {
  const names = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(", ") : "another device";
}

/** Whether a browser says that it runs on a phone. */
export function isPhone(userAgent: string): boolean {
  return /Mobile|Android|iPhone/.test(userAgent);
}

function find(names: readonly [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
