import { CONTACTS } from "../lib/contacts.ts";
import { LegalPage, type LegalSection, TextLink } from "./LegalPage.tsx";

const [SUPPORT] = CONTACTS.support;

const SECTIONS: readonly LegalSection[] = [
  {
    title: "What we keep",
    text: (
      <ul className="list-disc space-y-2 pl-5">
        <li>Your account: name, email, phone, address, and a picture if you give one.</li>
        <li>What you listen to and for how long, because that is what you are paid for.</li>
        <li>What you follow, like, comment, and put into playlists.</li>
        <li>Withdrawals and payments, with the bank account that they went to.</li>
        <li>The devices that you are logged in on.</li>
      </ul>
    ),
  },
  {
    title: "Why we keep it",
    text: (
      <p>
        To play music, to count and pay what you earn, to pay artists, to keep the books that the law asks for, and to
        stop fraud. We do not sell your data, and we show no ads of others.
      </p>
    ),
  },
  {
    title: "How it is kept",
    text: (
      <p>
        Names, emails, bank details and the text of comments are encrypted with a key of your own. Passwords are kept as
        hashes that cannot be read back. Cards never reach us: they are entered at the payment provider.
      </p>
    ),
  },
  {
    title: "What others see",
    text: (
      <p>
        Your first name and picture beside your comments, and public playlists. Artists choose themselves whether their
        contacts are shown. Your bank sees the money that we send.
      </p>
    ),
  },
  {
    title: "What stays on your device",
    text: (
      <p>
        Your session, your queue, the plays that wait to be sent, covers, and the music that you saved for offline
        listening. There are no cookies of others. The <TextLink to="/test">diagnostics page</TextLink>{" "}
        shows how much it is.
      </p>
    ),
  },
  {
    title: "How long",
    text: (
      <p>
        As long as you have an account. When you delete it, it is closed at once and your key is destroyed after 30
        days: from then on nobody can read your personal data. Sums stay in the books, without your name.
      </p>
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
  return <LegalPage title="Privacy Policy" effective="01-05-2025" sections={SECTIONS} />;
}
