import { CONTACTS } from "../lib/contacts.ts";
import { LegalPage, type LegalSection, TextLink } from "./LegalPage.tsx";

const [SUPPORT] = CONTACTS.support;

const SECTIONS: readonly LegalSection[] = [
  {
    title: "Introduction",
    text: (
      <p>
        Orin is a music platform. Listeners stream music and earn tokens for the time they really listen. Artists upload
        their music, are heard, and are supported. These terms say what both can expect of Orin, and what Orin expects
        of them.
      </p>
    ),
  },
  {
    title: "Acceptance",
    text: (
      <p>
        By using Orin you accept these terms and the rules of earning that are shown on the page{" "}
        <TextLink to="/policy">How earning works</TextLink>. If you do not accept them, please do not use Orin.
      </p>
    ),
  },
  {
    title: "Eligibility",
    text: (
      <p>
        You must be at least 13 years old to use Orin. If you are under 18, you need the permission of a parent or
        guardian.
      </p>
    ),
  },
  {
    title: "User Accounts",
    text: (
      <p>
        One person has one account. Keep your password to yourself and your details true: money can only be paid to the
        person who earned it. Tell us at once when somebody else uses your account.
      </p>
    ),
  },
  {
    title: "Artist Content and Licensing",
    text: (
      <p>
        Artists keep all rights in what they upload. They grant Orin a non-exclusive licence to store, stream and
        promote it on the platform, for as long as it is published here. Upload only what is yours, or what you may
        share.
      </p>
    ),
  },
  {
    title: "Listener Use",
    text: (
      <p>
        Streaming on Orin is for personal, non-commercial use only. A download, where an artist permits it, is for you
        alone: it may not be sold, shared or played in public.
      </p>
    ),
  },
  {
    title: "Prohibited Conduct",
    text: (
      <p>
        Do not make plays or tokens by machines, by several accounts or by changed apps; do not upload the works of
        others; do not insult, threaten or deceive people; do not attack the service. Time that was not listened to
        earns nothing, and tokens that were got by deception are taken back.
      </p>
    ),
  },
  {
    title: "Payments and Subscriptions",
    text: (
      <p>
        Premium is paid a month at a time and does not renew by itself. Fees are non-refundable unless stated otherwise.
        Tokens are redeemed to a Nigerian bank account after a review; the smallest amount and all other rules are on
        the page <TextLink to="/policy">How earning works</TextLink>.
      </p>
    ),
  },
  {
    title: "Termination",
    text: (
      <p>
        You can delete your account at any time in the settings. We can suspend or end an account that breaks these
        terms. Music that was published by a deleted account is no longer shown.
      </p>
    ),
  },
  {
    title: "Limitation of Liability",
    text: (
      <p>
        Orin is offered as it is. As far as the law permits, we are not liable for indirect damage, for lost profit, or
        for what banks, networks and payment providers do. Nothing here limits liability that cannot be limited by law.
      </p>
    ),
  },
  {
    title: "Changes to Terms",
    text: (
      <p>
        When these terms change, the new ones are published here with their date. Whoever uses Orin after that day
        accepts them. A change of the earning rules never touches what was earned before.
      </p>
    ),
  },
  { title: "Governing Law", text: <p>These terms are governed by the laws of Nigeria.</p> },
  {
    title: "Contact Us",
    text: (
      <p>
        Questions about these terms:{" "}
        <a href={`mailto:${SUPPORT}`} className="font-semibold text-accent">{SUPPORT}</a>. How we treat your data is
        said in the <TextLink to="/privacy-policy">privacy policy</TextLink>.
      </p>
    ),
  },
];

/** `/terms`. */
export function Terms() {
  return <LegalPage title="Terms and Conditions" effective="01-05-2025" sections={SECTIONS} />;
}
