import type { CreatorSeries } from "@contract/creators.ts";
import { formatFullCount, plural } from "../lib/format.ts";

/** All plays, what of them counts and what of those is proven, with what the words mean. */
export function PlayKinds({ tracks }: { tracks: CreatorSeries["tracks"] }) {
  const sum = (kind: keyof CreatorSeries["tracks"][number]["plays"]) =>
    tracks.reduce((total, { plays }) => total + plays[kind], 0);
  const [gross, filtered, verified] = [sum("gross"), sum("filtered"), sum("verified")];
  if (gross === 0) return null;
  const kinds = [
    ["All plays", gross, "Everything that was reported."],
    ["Counted", filtered, "Without your own plays, two songs at the same time, and what is over a daily limit."],
    ["Verified", verified, "Orin sent the sound itself, or the phone held the song with a licence to play it offline."],
  ] as const;
  const unproven = filtered - verified;
  return (
    <section aria-labelledby="play-kinds">
      <h3 id="play-kinds" className="mb-2 text-base font-semibold">How sure the figures are</h3>
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
          unproven: reported by a device, but Orin has no record of sending it the sound. Plays that a program made up
          look like that, too.
        </p>
      )}
    </section>
  );
}
