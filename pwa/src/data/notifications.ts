import { countNotifications, getNotificationSettings, listNotifications } from "@contract/calls/notifications.ts";
import { ask } from "../lib/ask.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** The start of the keys of all that is told. */
export const NOTICES_KEY = ["social", "notices"] as const;

/** What there is to know, the newest first. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: [...NOTICES_KEY, "list"],
  queryFn: ({ pageParam, signal }) =>
    ask(listNotifications, { query: { cursor: pageParam === "" ? undefined : pageParam }, signal }),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: STALE.seconds,
});

/** How much of it is new. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTICES_KEY, "count"],
  queryFn: ({ signal }) => ask(countNotifications, { signal }),
  // A page that is loaded anew may have missed what the worker said.
  refetchOnMount: "always",
  staleTime: STALE.minute,
  refetchInterval: STALE.minutes,
});

/** What the person wants to hear of. */
export const notificationSettingsQuery = queryOptions({
  queryKey: ["profile", "notifications"],
  queryFn: ({ signal }) => ask(getNotificationSettings, { signal }),
});
