import type { AdminStats } from "@contract/admin_stats.ts";
import { Link } from "react-router-dom";
import { formatAgo } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Badge } from "../parts/Badge.tsx";

type Audio = AdminStats["recentData"]["recentAudios"][number];

/** The last six. */
export function RecentUploads({ audios }: { audios: readonly Audio[] }) {
  return (
    <Card>
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">Recent Uploads</h2>
        <Link to="/alltrack" className="text-sm font-semibold text-accent hover:underline">All tracks</Link>
      </div>
      {audios.length === 0 && <p className="text-sm text-ink-soft">No uploads yet.</p>}
      <ul className="flex flex-col gap-3">
        {audios.map((audio) => (
          <li key={audio._id} className="flex items-center gap-3">
            <Cover src={audio.coverImageUrl} seed={audio._id} size={44} placeholder={audio.placeholder} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-semibold">{audio.title}</p>
              <p className="truncate text-xs text-ink-soft">{audio.artist} · {audio.duration}</p>
            </div>
            {audio.status !== "published" && (
              <Badge tone={audio.status === "failed" ? "bad" : "plain"}>{audio.status}</Badge>
            )}
            <time dateTime={audio.createdAt} className="shrink-0 text-xs text-ink-soft">
              {formatAgo(audio.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
