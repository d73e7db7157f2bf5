import type { Activity, CreatorStats } from "@contract/creator.ts";
import { Headphones, MessageCircle, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatAgo } from "../lib/format.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Card } from "../ui/Card.tsx";
import { Cover } from "../ui/Cover.tsx";
import { TrackStateMark } from "./TrackStateMark.tsx";
import { dayWords } from "./words.ts";

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
      empty="No followers yet. Share your songs to get your first ones."
    >
      {followers.map((person, index) => (
        <li key={index} className="flex items-center gap-3">
          <Avatar src={person.profileImageUrl} size={40} />
          <span className="min-w-0 flex-1 truncate font-semibold">{person.username}</span>
          <When at={person.followedAt} of={person} />
        </li>
      ))}
    </List>
  );
}

const ICONS = { new_follower: UserPlus, comment: MessageCircle, play: Headphones };

/** What people did with the music. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <List title="Recent Activity" isEmpty={activity.length === 0} empty="You see here what people do with your music.">
      {activity.map(({ type, user, data, timestamp }, index) => {
        const Icon = ICONS[type];
        return (
          <li key={index} className="flex items-start gap-3">
            <Icon aria-hidden="true" size={18} className="mt-1 shrink-0 text-accent" />
            <p className="min-w-0 flex-1 text-sm break-words">
              <strong>{user.username}</strong> <Did type={type} track={data.track} />
              {data.content && <q className="mt-0.5 block text-ink-soft">{data.content}</q>}
            </p>
            <When at={timestamp} of={user} />
          </li>
        );
      })}
    </List>
  );
}

/** What someone did; a song's words lead to its page, and those of a comment to the comments. */
function Did({ type, track }: { type: Activity["type"]; track: Activity["data"]["track"] }) {
  const said = sentenceOf(type, track?.title);
  if (!track) return said;
  const to = `/track/${track.id}${type === "comment" ? "#comments" : ""}`;
  return <Link to={to} className="underline-offset-4 hover:underline">{said}</Link>;
}

function sentenceOf(type: Activity["type"], title: string | undefined): string {
  switch (type) {
    case "new_follower":
      return "started following you";
    case "comment":
      return title === undefined ? "commented on your page" : `commented on ${title}`;
    case "play":
      return `listened to ${title ?? "a song"}`;
    default:
      return type satisfies never;
  }
}

/** Of people without a name the service says no more than the day. */
function When({ at, of }: { at: string; of?: { id: string } }) {
  return (
    <time dateTime={at} className="shrink-0 text-xs text-ink-faint">
      {of?.id === "" ? dayWords(at) : formatAgo(at)}
    </time>
  );
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
