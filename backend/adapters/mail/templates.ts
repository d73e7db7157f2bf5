import { type Block, renderHtml, renderText } from "./layout.ts";
import type { MailMessage } from "./mod.ts";

/** What every mail needs. `id` is the mail's idempotency key, `publicUrl` has no slash at its end. */
export type MailTo = {
  id: string;
  to: string;
  /** What the person is called; the greeting does without it when it is empty. */
  name: string;
  publicUrl: string;
};

/** The code that confirms an email after signing up or changing it; it lives 10 minutes. */
export function verifyCodeMail(person: MailTo & { code: string }): MailMessage {
  return compose(person, {
    subject: "Your Orin verification code",
    preview: `${person.code} confirms your email. It works for 10 minutes.`,
    heading: "One code, and the music starts",
    blocks: [
      "It is good to have you here. Enter this code to confirm that this address is yours:",
      { code: person.code },
      { label: "Enter the code", url: `${person.publicUrl}/verify-otp` },
      "The code works for 10 minutes, and only once. If it is too late, ask for a new one on the same page.",
      "If you did not ask for this, simply leave this mail alone: without the code nothing happens.",
    ],
  });
}

/** The code that shows that a new address is the person's; it lives 10 minutes. */
export function emailCodeMail(person: MailTo & { code: string }): MailMessage {
  return compose(person, {
    subject: "Confirm your new email for Orin",
    preview: `${person.code} confirms your new email. It works for 10 minutes.`,
    heading: "Is this your new address?",
    blocks: [
      "Enter this code in your settings, and Orin writes to this address from then on:",
      { code: person.code },
      { label: "Open the settings", url: `${person.publicUrl}/settings` },
      "The code works for 10 minutes, and only once.",
      "If you did not ask for this, simply leave this mail alone: without the code nothing happens.",
    ],
  });
}

/** The code and the link that lead to a new password; both live 30 minutes. */
export function resetCodeMail(person: MailTo & { code: string }): MailMessage {
  return compose(person, {
    subject: "Reset your Orin password",
    preview: `${person.code} lets you choose a new password. It works for 30 minutes.`,
    heading: "Let us get you back in",
    blocks: [
      "You asked for a new password. Open the page below and enter this code there:",
      { code: person.code },
      { label: "Choose a new password", url: `${person.publicUrl}/reset-psw?email=${encodeURIComponent(person.to)}` },
      "The code and the link work for 30 minutes, and the code only once.",
      "If it was not you, leave this mail alone: your password stays as it is. " +
      "Give the code to nobody. We never ask for it, not by phone and not in a chat.",
    ],
  });
}

/** The code with which somebody without a password closes the account; it lives 10 minutes. */
export function closeCodeMail(person: MailTo & { code: string }): MailMessage {
  return compose(person, {
    subject: "Your code to delete your Orin account",
    preview: `${person.code} deletes your account. It works for 10 minutes.`,
    heading: "Do you want to leave?",
    blocks: [
      "Enter this code where you asked for it, and your account is closed and deleted 30 days later:",
      { code: person.code },
      "The code works for 10 minutes, and only once. Give it to nobody.",
      "If you did not ask for this, somebody is using your account. Nothing happens without the code; log every device " +
      "out and choose a new password:",
      { label: "Open the settings", url: `${person.publicUrl}/settings` },
    ],
  });
}

/** Tells that the password is another one now. `at` is in epoch ms. */
export function passwordChangedMail(person: MailTo & { at: number; isOneKept: boolean }): MailMessage {
  const devices = person.isOneKept ? "Every other device" : "Every device";
  return compose(person, {
    subject: "Your Orin password was changed",
    preview: "If that was you, all is well. If not, act now.",
    heading: "You have a new password",
    blocks: [
      `The password of your account was changed on ${lagosTime(person.at)}. ` +
      `${devices} that was logged in has been logged out; log in again with the new one.`,
      "If that was you, all is well and there is nothing to do.",
      "If it was not you, choose a new password at once:",
      { label: "Take my account back", url: `${person.publicUrl}/forgot-psw` },
    ],
  });
}

/** Tells the old address that it no longer belongs to the account; of the new one only a hint is given. */
export function emailChangedMail(person: MailTo & { newEmail: string; at: number }): MailMessage {
  return compose(person, {
    subject: "The email of your Orin account was changed",
    preview: `Orin now writes to ${maskEmail(person.newEmail)}.`,
    heading: "Your account has a new email",
    blocks: [
      `Since ${lagosTime(person.at)} your account belongs to ${maskEmail(person.newEmail)}. ` +
      "Log in with that address from now on; this one gets no more mail from us.",
      "If that was you, all is well and there is nothing to do.",
      "If it was not you, write to us at once. Our contacts are at the foot of every page:",
      { label: "Get help", url: person.publicUrl },
    ],
  });
}

/** Greets a person whose email is confirmed. */
export function welcomeMail(person: MailTo & { role: "listener" | "creator" }): MailMessage {
  return compose(person, {
    subject: "Welcome to Orin",
    preview: "Your account is ready. Here is how to begin.",
    heading: "Welcome home",
    blocks: person.role === "creator" ? creatorWelcome(person) : listenerWelcome(person),
  });
}

function listenerWelcome({ publicUrl }: MailTo): Block[] {
  return [
    "Your account is ready. Press play, and the time you really listen turns into tokens.",
    { label: "Start listening", url: `${publicUrl}/songs` },
    "No network on the bus? Keep the music going: Orin remembers what you heard and counts it once you are back online.",
    `How much listening earns, and where the limits are, is written down for everyone: ${publicUrl}/policy`,
  ];
}

function creatorWelcome({ publicUrl }: MailTo): Block[] {
  return [
    "Your account is ready. Upload your first song, and people all over Nigeria can find it, play it and support you.",
    { label: "Upload a song", url: `${publicUrl}/cs-upload` },
    `Plays, followers and earnings are on your dashboard: ${publicUrl}/creator-dashboard`,
    "You can do all that listeners can, too: the time you listen to others turns into tokens.",
  ];
}

/** What a mail about somebody's money says; `path` is a page of Orin. */
export type MoneyNotice = {
  subject: string;
  heading: string;
  lines: string[];
  link: { label: string; path: string };
};

/** Tells what happened to somebody's money: the words come from the area that it happened in. */
export function moneyMail(person: MailTo & { notice: MoneyNotice }): MailMessage {
  const { subject, heading, lines, link } = person.notice;
  const blocks = [...lines, { label: link.label, url: `${person.publicUrl}${link.path}` }];
  return compose(person, { subject, preview: lines[0] ?? heading, heading, blocks });
}

/** Asks whether the newsletter was really wanted: nothing more comes before the link is opened. */
export function newsletterMail(person: MailTo & { confirmUrl: string; leaveUrl: string }): MailMessage {
  return compose(person, {
    subject: "Do you want news from Orin?",
    preview: "One tap, and the newsletter is yours.",
    heading: "One tap, and you are in",
    blocks: [
      "Somebody, hopefully you, signed this address up for Orin's newsletter. Confirm it here:",
      { label: "Yes, sign me up", url: person.confirmUrl },
      "The link works for 7 days. If it was not you, leave this mail alone: nothing more comes.",
      `Whenever you have had enough, this ends it: ${person.leaveUrl}`,
    ],
  });
}

/** A letter from the support form, for the people who answer it. */
export function supportMail(to: MailTo & { from: { name: string; email: string }; topic: string; message: string }) {
  return compose(to, {
    subject: `Support: ${to.topic}`,
    preview: `${to.from.name} wrote to us`,
    heading: to.topic,
    blocks: [`From ${to.from.name} (${to.from.email})`, ...to.message.split(/\n{2,}/)],
  });
}

type Content = { subject: string; preview: string; heading: string; blocks: Block[] };

function compose(person: MailTo & { code?: string }, content: Content): MailMessage {
  const { id, to, publicUrl, code } = person;
  const name = person.name.trim();
  const blocks = [name ? `Hi ${name},` : "Hi,", ...content.blocks];
  const letter = { ...content, blocks, publicUrl };
  return {
    id,
    to,
    subject: content.subject,
    text: renderText(letter),
    html: renderHtml(letter),
    ...(code === undefined ? {} : { code }),
  };
}

function lagosTime(at: number): string {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Lagos" } as const;
  return `${new Intl.DateTimeFormat("en-GB", options).format(at)} (Lagos time)`;
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
