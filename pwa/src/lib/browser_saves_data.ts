interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/** Whether the browser wants to save data, or says that the network is slow. Safari and Firefox say nothing. */
export function browserSavesData(): boolean {
  const connection = connectionOf(navigator);
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "");
}

/** Whether a picture takes seconds: Chromium calls a network so at 400 kbit/s, or with 400 ms to the service. */
export function isSlowNetwork(): boolean {
  return /[23]g$/.test(connectionOf(navigator)?.effectiveType ?? "");
}

/** Chromium only, and therefore not in TypeScript's library. */
export function connectionOf(source: object): NetworkInformation | undefined {
  return "connection" in source ? source.connection as NetworkInformation : undefined;
}
