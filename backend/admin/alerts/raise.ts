import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import { canonicalJson } from "../../store/log/canonical.ts";
import { auditKey, signAudit } from "../../audit/bundle_key.ts";
import { readTeam } from "../../approvals/reads.ts";

/** What admins should hear of without looking. Sums, dates and references only: it waits in clear. */
interface Alert {
  readonly kind:
    | "difference"
    | "verification_overdue"
    | "payouts_paused"
    | "large_payout"
    | "group_found"
    | "dispute_opened"
    | "dispute_due";
  /** What it is about: an alert of a kind goes out once for it. Letters, digits and `. _ : / -`. */
  readonly about: string;
  /** Epoch ms. */
  readonly at: number;
  readonly title: string;
  readonly lines: readonly string[];
  readonly link: { readonly label: string; readonly path: string };
}

/** The jobs that tell of alerts. The same alert is raised again while its cause lasts, and goes out once. */
export const ALERT_JOBS = "alert";
const WEBHOOK = "alert_webhook";
/** Each wait is ten minutes at most: about a day. */
const WEBHOOK_ATTEMPTS = 150;
const PATIENCE_MS = 10_000;

/** Queues an alert, once for what it is about. */
export async function raise({ jobs, store }: Pick<Deps, "jobs" | "store">, alert: Alert): Promise<void> {
  await store.sql.begin((tx) => jobs.enqueue(tx, { kind: ALERT_JOBS, key: idOf(alert), payload: alert }));
  jobs.poke();
}

/** Sends alerts from now on: to each admin by mail, and to the operator's webhook where there is one. */
export function sendAlerts(deps: Deps): void {
  const { alertWebhookUrl } = deps.config;
  deps.jobs.work<Alert>(ALERT_JOBS, async ({ payload: alert }) => {
    const notice = { subject: `Orin: ${alert.title}`, heading: alert.title, lines: [...alert.lines], link: alert.link };
    for (const { userId } of await readTeam(deps.store.sql, deps.now())) {
      await mailMoney(deps, { mailId: `${idOf(alert)}/${userId}`, userId, at: alert.at, notice });
    }
    if (alertWebhookUrl === undefined) return;
    await deps.store.sql.begin((tx) => deps.jobs.enqueue(tx, { kind: WEBHOOK, key: idOf(alert), payload: alert }));
    deps.jobs.poke();
  });
  if (alertWebhookUrl === undefined) return;
  deps.jobs.work<Alert>(
    WEBHOOK,
    ({ payload }, signal) => call(deps, payload, { url: alertWebhookUrl, signal }),
    { attempts: WEBHOOK_ATTEMPTS },
  );
}

function idOf({ kind, about }: Alert): string {
  return `alert/${kind}/${about}`;
}

/** The key that signs audit bundles signs the body, so the receiver checks it with what Orin publishes. */
async function call(
  { config, keys }: Pick<Deps, "config" | "keys">,
  alert: Alert,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<void> {
  const { link: { path }, lines, at, ...rest } = alert;
  const body = canonicalJson({
    ...{ format: "orin-alert/1", id: idOf(alert), ...rest, lines: [...lines] },
    ...{ at: new Date(at).toISOString(), url: `${config.publicUrl}${path}` },
  });
  const response = await fetch(url, {
    method: "POST",
    redirect: "error",
    headers: {
      "content-type": "application/json",
      "orin-key": auditKey(keys).kid,
      "orin-signature": signAudit(keys, body),
    },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook for alerts answered ${response.status}`);
}
