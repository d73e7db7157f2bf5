import type { CreatorSeries } from "@contract/creator.ts";
import { Fold } from "../ui/Fold.tsx";
import { formatFullCount, plural } from "../lib/format.ts";

/** All plays, what of them counts and what of those is proven, with what the words mean. */
export function PlayKinds({ tracks }: { tracks: CreatorSeries["tracks"] }) {
  const sum = (kind: keyof CreatorSeries["tracks"][number]["plays"]) =>
    tracks.reduce((total, { plays }) => total + plays[kind], 0);
  const [gross, filtered, verified] = [sum("gross"), sum("filtered"), sum("verified")];
  if (gross === 0) return null;
  const kinds = [
    ["All plays", gross, "Every play we received."],
    ["Counted", filtered, "Leaves out your own plays, songs played at the same time, and plays over a daily limit."],
    ["Verified", verified, "Orin streamed the song, or the phone had a licence to play it offline."],
  ] as const;
  const unproven = filtered - verified;
  return (
    <Fold title="How sure we are of these figures">
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        {kinds.map(([name, count, meaning]) => (
          <div key={name} className="flex flex-col gap-0.5">
            <dt className="flex justify-between gap-3 font-semibold">
              {name}
              <span className="tabular-nums">{formatFullCount(count)}</span>
            </dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      {unproven > 0 && (
        <p className="mt-3 text-sm text-ink-soft">
          {plural(unproven, "counted play")} {unproven === 1 ? "is" : "are"}{" "}
          unproven: a device sent them, but Orin has no record of streaming the song to it.
        </p>
      )}
    </Fold>
  );
}
