import type { Notice } from "@contract/notifications.ts";

/** Notices with those alike behind the newest of them, in their order. What is new is never behind what was read. */
export function groupAlike(notices: readonly Notice[]): [Notice, ...Notice[]][] {
  const groups = new Map<string, [Notice, ...Notice[]]>();
  for (const notice of notices) {
    const key = notice.alike === undefined ? notice.id : `${notice.alike} ${notice.isRead}`;
    const group = groups.get(key);
    if (group) group.push(notice);
    else groups.set(key, [notice]);
  }
  return [...groups.values()];
}
