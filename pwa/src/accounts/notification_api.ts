import { changeNotificationSettings } from "@contract/calls/notifications.ts";
import { ask } from "../lib/ask.ts";
import type { NotificationSettings } from "@contract/notifications.ts";
import type { NotificationChange } from "@contract/requests/notifications.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NOTICES_KEY, notificationSettingsQuery } from "../data/notifications.ts";

export type { NotificationChange };

/** Changes what is given; the switch shows it immediately, and goes back if it could not be saved. */
export function useChooseNotifications() {
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
