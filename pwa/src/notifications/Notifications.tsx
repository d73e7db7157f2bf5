import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  BellOff,
  CircleAlert,
  Crown,
  Flag,
  Flame,
  Gift,
  Landmark,
  Megaphone,
  MessageCircle,
  Music,
} from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { readNotifications } from "@contract/calls/notifications.ts";
import type { Notice, NoticeKind } from "@contract/notifications.ts";
import { NOTICES_KEY, noticesQuery, unreadQuery } from "../data/notifications.ts";
import { useMutePosts } from "../data/posts.ts";
import { failureText } from "../lib/api_error.ts";
import { ask } from "../lib/ask.ts";
import { useOnline } from "../lib/connection.ts";
import { formatAgo } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { classNames } from "../ui/class_names.ts";
import { toast } from "../ui/toast.ts";

const ICONS: Readonly<Record<NoticeKind, typeof Gift>> = {
  release: Music,
  post: Megaphone,
  comment: MessageCircle,
  gift: Gift,
  withdrawal: Landmark,
  premium: Crown,
  streak: Flame,
  security: CircleAlert,
};

/** `/notifications`: what there is to know, the newest first. */
export function Notifications() {
  const notices = useInfiniteQuery(noticesQuery);
  const mark = useMarkRead();
  const isOnline = useOnline();
  const savedAt = useSavedAt(notices);
  const all = notices.data?.pages.flatMap((page) => page.notifications) ?? [];
  const newest = all[0];
  const hasNew = all.some(({ isRead }) => !isRead);
  return (
    <>
      <PageHeader title="Notifications" subtitle="The last 90 days.">
        {hasNew && newest && (
          <Button
            variant="quiet"
            size="small"
            disabled={!isOnline}
            busy={mark.isPending}
            onClick={() => mark.mutate({ upTo: newest.at })}
          >
            Mark all as read
          </Button>
        )}
        <ButtonLink to="/settings/notifications" variant="quiet" size="small">Settings</ButtonLink>
      </PageHeader>
      <SavedNote what="notifications" savedAt={savedAt} />
      {notices.data
        ? <List all={all} onOpen={(ids) => mark.mutate({ ids })} />
        : <LoadState query={notices} count={6} label="Loading..." failure="Failed to load your notifications" />}
      {notices.hasNextPage && (
        <div className="flex justify-center pt-6">
          <Button
            variant="quiet"
            busy={notices.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void notices.fetchNextPage()}
          >
            {notices.isFetchNextPageError ? "Try Again" : "Load more"}
          </Button>
        </div>
      )}
    </>
  );
}

function List({ all, onOpen }: { all: readonly Notice[]; onOpen(ids: string[]): void }) {
  // What was stopped here leaves the answers; it stays until the screen goes, with the way back.
  const [stopped, setStopped] = useState<readonly Notice[]>([]);
  const shown = withStopped(all, stopped);
  if (shown.length === 0) {
    return (
      <EmptyState
        title="Nothing new yet"
        text="New music from artists you follow, comments, gifts and payouts show up here."
        action={<ButtonLink to="/artists">Find artists to follow</ButtonLink>}
      />
    );
  }
  return (
    <ul aria-label="Notifications" className="max-w-3xl divide-y divide-line">
      {groupAlike(shown).map(([notice, ...others]) => (
        <Row
          key={notice.id}
          notice={notice}
          others={others}
          isStopped={stopped.some(({ id }) => id === notice.id)}
          onOpen={onOpen}
          onStop={(isStopped) =>
            setStopped((known) => [...known.filter(({ id }) => id !== notice.id), ...isStopped ? [notice] : []])}
        />
      ))}
    </ul>
  );
}

/** The notices with those that were stopped, each in its place, and no other words of the same artists. */
function withStopped(all: readonly Notice[], stopped: readonly Notice[]): readonly Notice[] {
  if (stopped.length === 0) return all;
  const artists = new Set(stopped.map((notice) => wordsIn(notice)?.artistId));
  const others = all.filter((notice) => !artists.has(wordsIn(notice)?.artistId ?? ""));
  return [...others, ...stopped].toSorted((one, two) => two.at.localeCompare(one.at));
}

interface RowProps {
  notice: Notice;
  /** Older ones that are shown with it. */
  others: readonly Notice[];
  isStopped: boolean;
  onOpen(ids: string[]): void;
  onStop(isStopped: boolean): void;
}

function Row({ notice, others, isStopped, onOpen, onStop }: RowProps) {
  const words = wordsIn(notice);
  return (
    <li>
      {!isStopped && <NoticeLink notice={notice} others={others} onOpen={onOpen} />}
      {words && <StopWords words={words} isStopped={isStopped} onStop={onStop} />}
    </li>
  );
}

function NoticeLink({ notice, others, onOpen }: Pick<RowProps, "notice" | "others" | "onOpen">) {
  const { id, kind, title, body, path, at, isRead } = notice;
  const Icon = ICONS[kind];
  return (
    <Link
      to={path}
      onClick={() => isRead || onOpen([id, ...others.map((one) => one.id)])}
      className="-mx-3 flex min-w-0 items-start gap-4 rounded-lg px-3 py-4 hover:bg-ink/8"
    >
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-[44px] shrink-0 place-items-center rounded-full",
          isRead ? "bg-ink/8 text-ink-soft" : "bg-primary text-on-primary",
        )}
      >
        <Icon size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span className={classNames("block break-words", isRead ? "text-ink" : "font-bold text-ink")}>
          {!isRead && <span className="sr-only">New:</span>} {title}
          {others.length > 0 && `, and ${others.length} more`}
        </span>
        <span className="block text-sm break-words text-ink-soft">{body}</span>
        <time dateTime={at} className="mt-1 block text-xs text-ink-faint">{formatAgo(at)}</time>
      </span>
      {!isRead && <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-accent" />}
    </Link>
  );
}

/** Notices with those alike behind the newest of them, in their order. What is new is never behind what was read. */
function groupAlike(notices: readonly Notice[]): [Notice, ...Notice[]][] {
  const groups = new Map<string, [Notice, ...Notice[]]>();
  for (const notice of notices) {
    const key = notice.alike === undefined ? notice.id : `${notice.alike} ${notice.isRead}`;
    const group = groups.get(key);
    if (group) group.push(notice);
    else groups.set(key, [notice]);
  }
  return [...groups.values()];
}

/** Marks everything up to a moment as read, or some by their ids; the bell of this and other devices follows. */
function useMarkRead() {
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

/** What an artist wrote, of a post or thank-you: whose it is, and what is reported. */
interface Words {
  id: string;
  artistId: string;
  artist: string;
}

/** The words of a notice; undefined for any other. */
function wordsIn({ post, thanks }: Notice): Words | undefined {
  return post ? { id: post.postId, artistId: post.artistId, artist: post.artist } : thanks;
}

/** Stops an artist's words, or reports these, with one press; in the place of what was stopped the way back. */
function StopWords(
  { words: { id, artistId, artist }, isStopped, onStop }: {
    words: Words;
    isStopped: boolean;
    onStop(isStopped: boolean): void;
  },
) {
  const mute = useMutePosts(artistId);
  const isOnline = useOnline();
  const failed = (error: unknown) => void toast(failureText(error, "Failed to save. Please try again."), "error");
  const stop = () => {
    // The list follows immediately and forgets the row, which stays here as long as the screen does.
    onStop(true);
    mute.mutate(true, {
      onError: (error) => {
        onStop(false);
        failed(error);
      },
    });
  };
  const undo = () => mute.mutate(false, { onSuccess: () => onStop(false), onError: failed });
  if (isStopped) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
        <p ref={focusOn} role="status" tabIndex={-1} className="min-w-0 flex-1 break-words text-ink-soft outline-none">
          No more posts and thank-yous of {artist} for you.
        </p>
        <Button variant="quiet" size="small" busy={mute.isPending} busyLabel="Saving..." onClick={undo}>
          Undo <span className="sr-only">and hear of {artist} again</span>
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2 pb-4 pl-[60px]">
      <Button autoFocus={mute.variables === false} variant="quiet" size="small" disabled={!isOnline} onClick={stop}>
        <BellOff size={18} aria-hidden="true" /> Stop <span className="sr-only">posts and thank-yous of {artist}</span>
      </Button>
      <ButtonLink variant="quiet" size="small" to={`/report/post/${id}`}>
        <Flag size={18} aria-hidden="true" /> Report <span className="sr-only">what {artist} wrote</span>
      </ButtonLink>
    </div>
  );
}

/** What was pressed is gone: its place has the focus. */
function focusOn(node: HTMLElement | null): void {
  node?.focus();
}
