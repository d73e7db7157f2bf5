import type { Activity, CreatorStats } from "@contract/creators.ts";
import { Headphones, MessageCircle, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatAgo } from "../lib/format.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Card } from "../ui/Card.tsx";
import { Cover } from "../ui/Cover.tsx";
import { TrackStateMark } from "./TrackStateMark.tsx";

/** The newest songs of one's own. */
export function RecentUploads({ uploads }: { uploads: CreatorStats["recentUploads"] }) {
  const empty = (
    <>
      Nothing yet.{" "}
      <Link to="/cs-upload" className="font-semibold text-accent hover:underline">Upload your first song</Link>
    </>
  );
  return (
    <List title="Recent Uploads" isEmpty={uploads.length === 0} empty={empty}>
      {uploads.map((track) => (
        <li key={track._id} className="flex items-center gap-3">
          <Cover
            src={track.coverImageUrl}
            seed={track._id}
            size={44}
            placeholder={track.placeholder}
            className="rounded-md"
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{track.title}</span>
            <span className="block truncate text-sm text-ink-soft">
              <span className="capitalize">{track.genre}</span> · {track.duration}
            </span>
          </span>
          {track.state !== "ready" && <TrackStateMark state={track.state} />}
          <When at={track.createdAt} />
        </li>
      ))}
    </List>
  );
}

/** Who has begun to follow. */
export function RecentFollowers({ followers }: { followers: CreatorStats["recentFollowers"] }) {
  return (
    <List
      title="Recent Followers"
      isEmpty={followers.length === 0}
      empty="Nobody yet. Share your songs: they bring people here."
    >
      {followers.map((person) => (
        <li key={person.id} className="flex items-center gap-3">
          <Avatar src={person.profileImageUrl} size={40} />
          <span className="min-w-0 flex-1 truncate font-semibold">{person.username}</span>
          <When at={person.followedAt} />
        </li>
      ))}
    </List>
  );
}

const ICONS = { new_follower: UserPlus, comment: MessageCircle, play: Headphones };

/** What people did with the music. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <List title="Recent Activity" isEmpty={activity.length === 0} empty="What people do with your music shows here.">
      {activity.map(({ type, user, data, timestamp }) => {
        const Icon = ICONS[type];
        return (
          <li key={`${type} ${user.id} ${timestamp}`} className="flex items-start gap-3">
            <Icon aria-hidden="true" size={18} className="mt-1 shrink-0 text-accent" />
            <p className="min-w-0 flex-1 text-sm break-words">
              <strong>{user.username}</strong> {sentenceOf(type, data.track?.title)}
              {data.content && <q className="mt-0.5 block text-ink-soft">{data.content}</q>}
            </p>
            <When at={timestamp} />
          </li>
        );
      })}
    </List>
  );
}

function sentenceOf(type: Activity["type"], title: string | undefined): string {
  switch (type) {
    case "new_follower":
      return "started following you";
    case "comment":
      return title === undefined ? "wrote on your page" : `wrote about ${title}`;
    case "play":
      return `listened to ${title ?? "a song"}`;
    default:
      return type satisfies never;
  }
}

function When({ at }: { at: string }) {
  return <time dateTime={at} className="shrink-0 text-xs text-ink-faint">{formatAgo(at)}</time>;
}

interface ListProps {
  title: string;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

function List({ title, isEmpty, empty, children }: ListProps) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-4 text-xl">{title}</h2>
      {isEmpty ? <p className="text-sm text-ink-soft">{empty}</p> : <ul className="flex flex-col gap-4">{children}</ul>}
    </Card>
  );
}
