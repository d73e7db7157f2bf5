import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { changeNotificationSettings } from "@contract/calls/notifications.ts";
import {
  isLocked,
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
  type NotificationSettings,
  type QuietHours,
} from "@contract/notifications.ts";
import type { NotificationChange } from "@contract/requests/notifications.ts";
import { NOTICES_KEY, notificationSettingsQuery } from "../data/notifications.ts";
import { failureText } from "../lib/api_error.ts";
import { ask } from "../lib/ask.ts";
import { disablePush, enablePush, pushState } from "../lib/push.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Segments } from "../ui/Segments.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { CONTROL } from "../ui/control_class.ts";

const KIND_WORDS: Readonly<Record<NoticeKind, string>> = {
  release: "New music from artists you follow",
  post: "Posts by artists you follow",
  comment: "Comments on your songs and page, and replies to you",
  gift: "Gifts and thank-yous",
  withdrawal: "Steps of your withdrawals",
  premium: "Before Premium ends",
  streak: "Evening reminder of your days in a row",
  security: "Log-ins and password",
};

const CHANNEL_WORDS: Readonly<Record<NoticeChannel, string>> = { app: "App", push: "Push", mail: "Email" };

const LAGOS = "Africa/Lagos";
const PACES = [{ value: "once", label: "One by one" }, { value: "daily", label: "Once a day" }] as const;

/** What reaches the person where: a switch for each kind and channel, quiet hours, and how mails come. */
export function NotificationSwitches() {
  const settings = useQuery(notificationSettingsQuery);
  const choose = useChooseNotifications();
  const { data } = settings;
  const failure = choose.isError
    ? failureText(choose.error, "Failed to save your settings")
    : !data && settings.isError && failureText(settings.error, "Failed to load your settings");
  return (
    <div className="mt-4 flex flex-col gap-6">
      {!data && settings.isPending && <Skeleton shape="rows" count={4} label="Loading your settings..." />}
      {data && <ThisDevicePushes publicKey={data.push.publicKey} />}
      {data && <Table switches={data.switches} onChange={choose.mutate} />}
      {data && <Quiet quiet={data.quiet} onChange={(quiet) => choose.mutate({ quiet })} />}
      {data && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-sm font-semibold">Emails</p>
            <p className="text-xs text-ink-soft">Once a day: new music, comments and gifts in one email at 8:00</p>
          </div>
          <Segments label="Emails" choices={PACES} value={data.mails} onChange={(mails) => choose.mutate({ mails })} />
        </div>
      )}
      {failure && <Banner tone="error">{failure}</Banner>}
    </div>
  );
}

function Table({ switches, onChange }: {
  switches: NotificationSettings["switches"];
  onChange(change: NotificationChange): void;
}) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">What reaches you where</caption>
      <thead>
        <tr className="text-xs text-ink-soft">
          <td />
          {NOTICE_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-[44px] pb-1 text-center font-semibold wrap-anywhere">
              {CHANNEL_WORDS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {NOTICE_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-1 pr-2 font-medium wrap-anywhere">{KIND_WORDS[kind]}</th>
            {NOTICE_CHANNELS.map((channel) => (
              <td key={channel} className="p-0">
                <label className="grid size-[44px] cursor-pointer place-items-center">
                  <input
                    type="checkbox"
                    aria-label={`${KIND_WORDS[kind]}: ${CHANNEL_WORDS[channel]}`}
                    checked={switches[kind][channel]}
                    disabled={isLocked(kind, channel)}
                    title={isLocked(kind, channel) ? "We always send these" : undefined}
                    onChange={({ target }) => onChange({ switches: { [kind]: { [channel]: target.checked } } })}
                    className="size-5 accent-primary disabled:opacity-60"
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Quiet({ quiet, onChange }: { quiet: QuietHours; onChange(change: Partial<QuietHours>): void }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([LAGOS, quiet.zone, here])].map((value) => ({ value, label: wordsOfZone(value) }));
  return (
    <div>
      <Checkbox
        label="Quiet hours"
        hint="Pushes wait until these hours end. Those about log-ins and your password still come."
        checked={quiet.isOn}
        onChange={({ target }) => onChange({ isOn: target.checked })}
      />
      {quiet.isOn && (
        <div className="mt-2 flex flex-wrap items-end gap-3">
          <Time label="From" value={quiet.from} onChange={(from) => onChange({ from })} />
          <Time label="Until" value={quiet.until} onChange={(until) => onChange({ until })} />
          {zones.length > 1
            ? <Segments label="Time zone" choices={zones} value={quiet.zone} onChange={(zone) => onChange({ zone })} />
            : <p className="py-3 text-xs text-ink-soft">{wordsOfZone(quiet.zone)}</p>}
        </div>
      )}
    </div>
  );
}

function Time({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const id = useId();
  return (
    <div className="w-40">
      <label htmlFor={id} className="mb-1 block text-xs font-semibold text-ink-soft">{label}</label>
      <input
        id={id}
        type="time"
        required
        className={CONTROL}
        // Half-typed times are none; what was typed whole is saved when the field is left.
        defaultValue={value}
        key={value}
        onBlur={({ target }) => target.value !== "" && target.value !== value && onChange(target.value.slice(0, 5))}
      />
    </div>
  );
}

function wordsOfZone(zone: string): string {
  return zone === LAGOS ? "Lagos time" : `${zone.split("/").at(-1)?.replaceAll("_", " ")} time`;
}

/** Changes what is given; the switch shows it immediately, and goes back if it could not be saved. */
function useChooseNotifications() {
  const client = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  return useMutation({
    mutationFn: (body: NotificationChange) => ask(changeNotificationSettings, { body }),
    onMutate(change) {
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, changed(before, change));
      return { before };
    },
    onError: (_error, _change, context) => client.setQueryData(queryKey, context?.before),
    onSuccess(saved) {
      client.setQueryData(queryKey, saved);
      return client.invalidateQueries({ queryKey: NOTICES_KEY });
    },
  });
}

function changed(known: NotificationSettings, { switches, quiet, mails }: NotificationChange): NotificationSettings {
  const entries = Object.entries(known.switches).map((
    [kind, channels],
  ) => [kind, { ...channels, ...switches?.[kind as keyof typeof switches] }]);
  return {
    ...known,
    switches: Object.fromEntries(entries),
    quiet: { ...known.quiet, ...quiet } as NotificationSettings["quiet"],
    mails: mails ?? known.mails,
  };
}

const KEY = ["push state"] as const;

/** Whether this device shows pushes, and the way to change it. */
function ThisDevicePushes({ publicKey }: { publicKey: string }) {
  const client = useQueryClient();
  const { data: state } = useQuery({ queryKey: KEY, queryFn: pushState, staleTime: 0 });
  const change = useMutation({
    mutationFn: async () => {
      if (state === "on") await disablePush();
      else await enablePush(publicKey);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  if (state === undefined) return null;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-sm font-semibold">Pushes on this device</p>
          <p className="text-xs text-ink-soft">{WORDS[state]}</p>
        </div>
        {(state === "on" || state === "off") && (
          <Button
            variant="quiet"
            size="small"
            busy={change.isPending}
            onClick={() => change.mutate()}
          >
            {state === "on" ? "Switch off" : "Switch on"}
          </Button>
        )}
      </div>
      <FailureBanner
        of={change}
        text="This browser could not reach its push service. Please try again later."
        className="mt-3"
      />
    </div>
  );
}

const WORDS = {
  unsupported: "This browser shows none. On an iPhone, add Orin to the home screen first.",
  blocked: "They are blocked. Allow notifications for this site in your browser's settings.",
  off: "They are off.",
  on: "They are on. Locked screens show no sums of money.",
} as const;
