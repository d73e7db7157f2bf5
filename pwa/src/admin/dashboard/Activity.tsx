import type { AdminStats } from "@contract/admin_stats.ts";
import { Music, UserPlus } from "lucide-react";
import { formatAgo } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { fullName } from "@contract/full_name.ts";

type Recent = AdminStats["recentData"];

/** The last five users and the last five audios, in the order in which they came. */
export function Activity({ users, audios }: { users: Recent["recentUsers"]; audios: Recent["recentAudios"] }) {
  const entries = [
    ...users.map((user) => ({
      id: user._id,
      Icon: UserPlus,
      text: fullName(user) || user.email,
      detail: user.isInvited ? "invited as admin" : `joined as ${user.isAdmin ? "admin" : user.role}`,
      at: user.createdAt,
    })),
    ...audios.map((audio) => ({
      id: audio._id,
      Icon: Music,
      text: audio.title,
      detail: `uploaded by ${audio.artist}`,
      at: audio.createdAt,
    })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Card>
      <h2 className="mb-4 text-lg">Recent Activity</h2>
      {entries.length === 0 && <p className="text-sm text-ink-soft">No activity yet.</p>}
      <ul className="flex flex-col gap-3">
        {entries.map(({ id, Icon, text, detail, at }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-ink/8 text-ink-soft">
              <Icon size={17} aria-hidden="true" />
            </span>
            <p className="line-clamp-2 min-w-0 flex-1 text-sm">
              <span className="font-semibold">{text}</span> <span className="text-ink-soft">{detail}</span>
            </p>
            <time dateTime={at} className="shrink-0 text-xs text-ink-soft">{formatAgo(at)}</time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
