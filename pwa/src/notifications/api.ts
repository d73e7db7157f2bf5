import { readNotifications } from "@contract/calls/notifications.ts";
import { ask } from "../lib/ask.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NOTICES_KEY, noticesQuery, unreadQuery } from "../data/notifications.ts";

/** Marks everything up to a moment as read, or some by their ids; the bell of this and other devices follows. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (read: { upTo: string } | { ids: string[] }) => ask(readNotifications, { body: read }),
    async onMutate(read) {
      // An answer that was asked for before this would bring back what it marks.
      await client.cancelQueries({ queryKey: NOTICES_KEY });
      // What was pressed looks read immediately; the next answer says what holds.
      client.setQueryData(noticesQuery.queryKey, (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            notifications: page.notifications.map((one) => ({
              ...one,
              isRead: one.isRead || ("upTo" in read ? one.at <= read.upTo : read.ids.includes(one.id)),
            })),
          })),
        });
    },
    onSuccess: (count) => client.setQueryData(unreadQuery.queryKey, count),
    onError: () => client.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
}
