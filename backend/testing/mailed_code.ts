import { waitFor } from "./wait.ts";

/** Waits for the code that a running service mails to an address, and reads it where a developer does. */
export function mailedCode(serviceUrl: string, to: string): Promise<string> {
  return waitFor(`a code mailed to ${to}`, async () => {
    const mails: Mail[] = await (await fetch(`${serviceUrl}/dev/mail.json`)).json();
    return mails.find((mail) => mail.to === to && mail.code !== undefined)?.code;
  });
}

interface Mail {
  readonly to: string;
  readonly code?: string;
}
