import { AdireMedallion } from "../ui/AdireMedallion.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";

/** Stands on a route whose screen is still being built, and says so. */
export function ComingSoon({ title }: { title: string }) {
  return (
    <div className="mx-auto flex max-w-md animate-enter flex-col items-center gap-3 py-12 text-center sm:py-20">
      <AdireMedallion seed={title} className="mb-5 size-44" />
      <p className="text-sm font-semibold text-accent">{title}</p>
      <h1 className="text-2xl">This part of Orin opens soon</h1>
      <p className="text-base text-ink-soft">
        Until then the music plays, and it pays: every minute you listen earns tokens.
      </p>
      <ButtonLink to="/songs" className="mt-4">Stream &amp; Earn</ButtonLink>
    </div>
  );
}
