import { Link } from "react-router-dom";
import { CONTACTS } from "../lib/contacts.ts";
import { useSession } from "../lib/session.ts";
import { Fold } from "../ui/Fold.tsx";
import { setTheme, useThemeChoice } from "../lib/theme.ts";
import { THEME_CHOICES } from "../lib/theme_choices.ts";
import { Segments } from "../ui/Segments.tsx";
import { Newsletter } from "./Newsletter.tsx";

const HEADING = "mb-3 text-sm font-bold tracking-normal";
const LINK = "inline-block min-w-6 py-1 wrap-anywhere text-ink-soft underline-offset-4 hover:text-ink hover:underline";

/** Who Orin is for, how to reach it, and the look of the page: folded for members, who come for the music. */
export function Footer() {
  const session = useSession();
  return (
    <footer className="frame-foot text-sm">
      <div className="border-t border-line px-4 py-4 md:px-8">
        {session
          ? (
            <Fold title="About Orin, contacts and newsletter">
              <Details />
            </Fold>
          )
          : <Details />}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
          <Link className={LINK} to="/terms">Privacy policy</Link>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

function Details() {
  return (
    <div className="py-4">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,50%-1rem)),1fr))] gap-8 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
        <div className="col-span-full max-w-md lg:col-span-1">
          <p className="text-lg leading-snug font-semibold text-balance">
            Artists push their content to wider audiences and earn from it. Listeners earn a token from listening, too.
          </p>
          <p className="mt-3 text-ink-soft">Orin is Yoruba for song.</p>
        </div>
        <address className="not-italic">
          <h2 className={HEADING}>Talk to us</h2>
          <ul>
            {CONTACTS.phones.map((phone) => (
              <li key={phone}>
                <a className={LINK} href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
              </li>
            ))}
            {CONTACTS.support.map((email) => (
              <li key={email}>
                <a className={LINK} href={`mailto:${email}`}>{email}</a>
              </li>
            ))}
          </ul>
        </address>
        <address className="not-italic">
          <h2 className={HEADING}>Visit us</h2>
          <ul>{CONTACTS.addresses.map((place) => <li key={place} className="py-1 text-ink-soft">{place}</li>)}</ul>
        </address>
        <div className="col-span-full lg:col-span-1">
          <h2 className={HEADING}>Follow us</h2>
          <ul className="flex flex-wrap gap-x-6 lg:block">
            {CONTACTS.networks.map(({ name, url }) => (
              <li key={name}>
                <a className={LINK} href={url} target="_blank" rel="noopener noreferrer">{name}</a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <section aria-labelledby="newsletter" className="mt-8 max-w-xl">
        <h2 id="newsletter" className={HEADING}>Newsletter</h2>
        <Newsletter />
      </section>
    </div>
  );
}

/** Light, dark, or as the system is. */
function ThemeSwitch() {
  return <Segments label="Appearance" choices={THEME_CHOICES} value={useThemeChoice()} onChange={setTheme} />;
}
