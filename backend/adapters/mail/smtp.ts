import { connect, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { checkMessage } from "./check_message.ts";
import { type Mail, type MailMessage, MailRefused, MailUnavailable } from "./types.ts";

export type SmtpConfig = {
  kind: "smtp";
  /** `smtp://user:password@host:587`, `smtps://` for TLS from the first byte; `?requireTLS=true` insists on STARTTLS. */
  url: string;
  /** The sender, `Orin <no-reply@orin.example>` for example. */
  from: string;
  /** How long a silent server is waited for; half a minute when left out. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;

/** Mail over SMTP, one connection for each mail: they are few, and nothing is left open when Orin stops. */
export function createSmtpMail({ url, from, timeoutMs = TIMEOUT_MS }: SmtpConfig): Mail {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Nodemailer looks the address up and connects to that: production may reach the relay by its name alone.
    getSocket(_options, done) {
      connectTo(url, timeoutMs).then((connection) => done(null, { connection }), (error) => done(error));
    },
  });
  return {
    async send(message) {
      checkMessage(message);
      try {
        await transport.sendMail(envelopeOf(message, from, domain));
      } catch (error) {
        const reason = reasonOf(error, message.to);
        throw isRefusal(error) ? new MailRefused(reason) : new MailUnavailable(reason, !isAboutThisMail(error));
      }
    },
  };
}

function connectTo(url: string, timeoutMs: number): Promise<Socket> {
  const { protocol, hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port) || (protocol === "smtps:" ? 465 : 587) });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error("Connection timeout")));
  // It stays: until Nodemailer listens, a reset would end the process.
  socket.on("error", reject);
  socket.once("connect", () => {
    socket.setTimeout(0);
    resolve(socket);
  });
  return promise;
}

function envelopeOf({ id, to, subject, text, html, unsubscribe }: MailMessage, from: string, domain: string) {
  return {
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    messageId: `<${encodeURIComponent(id)}@${domain}>`,
    headers: {
      "auto-submitted": "auto-generated",
      ...(unsubscribe !== undefined && {
        "list-unsubscribe": { prepared: true, value: `<${unsubscribe}>` },
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

/** Servers like to repeat the address, and reasons end up in logs and in the list of jobs. */
function reasonOf(error: unknown, to: string): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(to, "the recipient");
}

/**
 * The server refused the recipient or the mail for good. If it refuses the log-in or the sender, the operator must mend
 * that, and then the same mail goes through.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "permanent" in error && error.permanent === true && isAboutThisMail(error);
}

/** The server took the log-in and the sender: what it says is about the recipient or the mail, such as "greylisted". */
function isAboutThisMail(error: unknown): boolean {
  return error instanceof Error && "command" in error && (error.command === "RCPT TO" || error.command === "DATA");
}
