import { CONTACTS } from "../lib/contacts.ts";
import { LegalPage, type LegalSection, TextLink } from "./LegalPage.tsx";

const [SUPPORT] = CONTACTS.support;

const SECTIONS: readonly LegalSection[] = [
  {
    title: "Introduction",
    text: (
      <p>
        Orin is a music platform. Listeners stream music and earn tokens for the time they listen. Artists upload their
        music, reach listeners and receive support. These terms say what you can expect from Orin, and what Orin expects
        from you.
      </p>
    ),
  },
  {
    title: "Acceptance",
    text: (
      <p>
        By using Orin you accept these terms and the earning rules on the page{" "}
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
        Each person may have one account. Keep your password secret and your details correct: we can only pay the person
        who earned the money. If someone else uses your account, tell us right away.
      </p>
    ),
  },
  {
    title: "Artist Content and Licensing",
    text: (
      <p>
        Artists keep all rights in their music. By uploading it they grant Orin a non-exclusive licence to store, stream
        and promote it on the platform, for as long as it is published here. Upload only music that is yours or that you
        have permission to share.
      </p>
    ),
  },
  {
    title: "Listener Use",
    text: (
      <p>
        Streaming on Orin is for personal, non-commercial use only. Where an artist allows downloads, they are for you
        alone: do not sell them, share them or play them in public.
      </p>
    ),
  },
  {
    title: "Prohibited Conduct",
    text: (
      <p>
        Do not use bots, several accounts or modified apps to create plays or tokens. Do not upload other people's work.
        Do not insult, threaten or deceive people. Do not attack the service. Only real listening earns tokens, and we
        take back tokens gained by deception.
      </p>
    ),
  },
  {
    title: "Payments and Subscriptions",
    text: (
      <p>
        Premium is paid a month at a time and does not renew by itself. Fees are non-refundable unless stated otherwise.
        You can redeem tokens to a Nigerian bank account; we review each withdrawal first. The minimum and all other
        rules are on the page <TextLink to="/policy">How earning works</TextLink>.
      </p>
    ),
  },
  {
    title: "Termination",
    text: (
      <p>
        You can delete your account at any time in the settings. We can suspend or end an account that breaks these
        terms. We no longer show music from a deleted account.
      </p>
    ),
  },
  {
    title: "Limitation of Liability",
    text: (
      <p>
        We provide Orin as it is. As far as the law permits, we are not liable for indirect damage, for lost profit, or
        for what banks, networks and payment providers do. Nothing here limits liability that the law does not allow us
        to limit.
      </p>
    ),
  },
  {
    title: "Changes to Terms",
    text: (
      <p>
        When these terms change, we publish the new ones here with their date. If you use Orin after that date, you
        accept them. A change to the earning rules never affects what you have already earned.
      </p>
    ),
  },
  { title: "Governing Law", text: <p>These terms are governed by the laws of Nigeria.</p> },
  {
    title: "Contact Us",
    text: (
      <p>
        Questions about these terms:{" "}
        <a href={`mailto:${SUPPORT}`} className="font-semibold text-accent">{SUPPORT}</a>. How we treat your data is in
        the <TextLink to="/privacy-policy">privacy policy</TextLink>.
      </p>
    ),
  },
];

/** `/terms`. */
export function Terms() {
  return <LegalPage title="Terms and Conditions" effective="01-05-2025" sections={SECTIONS} />;
}
