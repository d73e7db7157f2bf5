import { type Disclosure, DISCLOSURES, PERSONAL_WORDS, type Viewer, VIEWERS } from "@contract/privacy.ts";

/** All that others see of a person, from the list that the service's answers are held against. */
export function WhoSeesWhat() {
  return (Object.keys(VIEWERS) as Viewer[]).map((viewer) => (
    <div key={viewer}>
      <h3 className="mt-2 mb-2 text-base font-semibold text-ink">{VIEWERS[viewer]}</h3>
      <ul className="list-disc space-y-2 pl-5">
        {Object.values<Disclosure>(DISCLOSURES).filter((sight) => sight.viewer === viewer).map((sight) => (
          <li key={sight.when}>
            <strong className="font-semibold text-ink">{sight.when}:</strong> {sentenceOf(sight)}
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** "Your first name, the song and the day." */
function sentenceOf({ fields, also = [], note }: Disclosure): string {
  const seen = [...fields.map((field) => PERSONAL_WORDS[field]), ...also];
  const last = seen.at(-1);
  const list = seen.length > 1 ? `${seen.slice(0, -1).join(", ")} and ${last}` : last;
  return [`${list}.`, note].filter(Boolean).join(" ");
}
