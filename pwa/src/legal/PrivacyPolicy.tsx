import { PROVIDER_NAME } from "@contract/payments.ts";
import { type Disclosure, DISCLOSURES, PERSONAL_WORDS, type Viewer, VIEWERS } from "@contract/privacy.ts";
import { CONTACTS } from "../lib/contacts.ts";
import { LegalPage, type LegalSection, TextLink } from "./LegalPage.tsx";

const [SUPPORT] = CONTACTS.support;

const SECTIONS: readonly LegalSection[] = [
  {
    title: "What we keep",
    text: (
      <ul className="list-disc space-y-2 pl-5">
        <li>Your account: name, email, phone, address, and a picture if you give one.</li>
        <li>What you play and for how long, because we pay you for it.</li>
        <li>What you follow, like, comment, give, and put into playlists.</li>
        <li>Your withdrawals and payments, with your bank account.</li>
        <li>When you give Premium: the names and emails of those you give it to, which only you see.</li>
        <li>
          If you prove your identity: your bank's answer and the account that you named. Your BVN itself we do not keep,
          only a code that we make from it with a secret: it tells us when someone uses the same BVN again.
        </li>
        <li>The devices you are logged in on.</li>
      </ul>
    ),
  },
  {
    title: "Why we keep it",
    text: (
      <p>
        To play music, to count and pay what you earn, to pay artists, to keep the accounts the law requires, and to
        stop fraud. We do not sell your data, and we do not show other companies' ads.
      </p>
    ),
  },
  {
    title: "How we protect it",
    text: (
      <p>
        We encrypt your name, email, phone, address, bank account, comments, messages and private playlists with your
        own key. We cannot read your password. You enter your card details with the payment provider: they never reach
        us.
      </p>
    ),
  },
  {
    title: "Who sees what about you",
    text: (
      <>
        <p>
          This list is complete. You are “A listener” to artists until you turn on “Show my name to artists” in the{" "}
          <TextLink to="/settings/privacy">settings</TextLink>. Turn it off again and your name disappears, from old
          entries, too. With each gift you choose whether the artist sees your name.
        </p>
        <WhoSeesWhat />
        <p>
          Artists also see totals: how many people listened, how often and how long, where from, and how long their top
          ten listened together. Nobody else sees what you play, follow, like or save.
        </p>
      </>
    ),
  },
  {
    title: "Who gets it outside Orin",
    text: (
      <ul className="list-disc space-y-2 pl-5">
        <li>
          {PROVIDER_NAME}, who handles payments: your email and the amount when you pay by card; your bank, account
          number, account name and the amount when you withdraw. When people enter an account number, the bank shows
          them the account name.
        </li>
        <li>
          {PROVIDER_NAME} and your bank, when you prove your identity: your name, your account number and your BVN.
        </li>
        <li>
          The tax authority, if you are an artist and we withhold tax of your royalties: your name, your artist name,
          the number of your account, and what each month brought and what we withheld.
        </li>
        <li>The service that delivers our mail: your email and what we write to you.</li>
        <li>Google, only if you log in with Google: that you use Orin.</li>
      </ul>
    ),
  },
  {
    title: "What stays on your device",
    text: (
      <p>
        Your session, your queue, plays that wait to be sent, covers, and the music you saved for offline listening.
        There are no third-party cookies. The <TextLink to="/test">diagnostics page</TextLink>{" "}
        shows how much space it takes.
      </p>
    ),
  },
  {
    title: "How long",
    text: (
      <ul className="list-disc space-y-2 pl-5">
        <li>Your account and what you did: as long as you have the account.</li>
        <li>
          Delete it in the settings and nobody else sees you any longer. After 30 days we destroy your key: then nobody
          can read your name, contacts, comments and messages.
        </li>
        <li>
          For our accounts we keep amounts, times and account numbers without your name, and the bank account of each
          withdrawal.
        </li>
        <li>
          The code of a BVN that proved an identity stays without your name, so that one BVN cannot prove a second
          account.
        </li>
        <li>What you made public as an artist, and names of public playlists, stay in the admins' record.</li>
        <li>Your internet address: two days at most, to count a visitor's songs and to stop attacks.</li>
        <li>A session ends 90 days after you last used it, or after a day if you did not ask us to remember you.</li>
      </ul>
    ),
  },
  {
    title: "Your rights",
    text: (
      <p>
        You can see, correct, export and delete your data in the{" "}
        <TextLink to="/settings">settings</TextLink>. For anything else, write to{" "}
        <a href={`mailto:${SUPPORT}`} className="font-semibold text-accent">{SUPPORT}</a>. You can also complain to the
        Nigeria Data Protection Commission.
      </p>
    ),
  },
];

/** `/privacy-policy`. */
export function PrivacyPolicy() {
  return <LegalPage title="Privacy Policy" effective="22-11-2026" sections={SECTIONS} />;
}

/** All that others see of a person, from the list that the service's answers are held against. */
function WhoSeesWhat() {
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
