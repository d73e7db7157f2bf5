import { setMusicHidden } from "@contract/calls/admin_people.ts";
import type { AdminUser } from "@contract/admin_users.ts";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { May } from "../shell/May.tsx";
import { useMusicOf } from "./api.ts";

/** Of a suspended artist: whether everybody goes on hearing the music, to change while the suspension lasts. */
export function MusicChoice({ user: { _id: userId, music, role } }: { user: AdminUser }) {
  const change = useMusicOf(userId);
  if (music === undefined || role !== "creator") return null;
  const isHidden = music === "hidden";
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-ink/8 px-4 py-3 text-sm">
      <p>Music: {isHidden ? "is hidden" : "stays"} while they are suspended</p>
      <May call={setMusicHidden}>
        <Button
          size="small"
          variant="quiet"
          busy={change.isPending}
          onClick={() => change.mutate(isHidden ? "stays" : "hidden")}
        >
          {isHidden ? "Show the music" : "Hide the music"}
        </Button>
      </May>
      {change.isError && <Banner tone="error">{failureText(change.error, "That did not work")}</Banner>}
    </div>
  );
}
