import { type Block, renderHtml, renderText } from "./layout.ts";
import type { MailMessage } from "../adapters/mail/types.ts";
import { longTime } from "../contract/long_day.ts";

/** What every mail needs. `id` is the mail's idempotency key, `publicUrl` has no slash at its end. */
export type MailTo = {
  id: string;
  to: string;
  /** The person's name; the greeting leaves it out when it is empty. */
  name: string;
  /** How to get no more of such mails. */
  stop?: { label: string; page: string; oneClick: string };
  publicUrl: string;
};

/** The code that confirms an email after signing up or changing it; it works for 10 minutes. */
export function verifyCodeMail(person: MailTo & { code: string }): MailMessage {
  return compose(person, {
    subject: "Your Orin verification code",
    preview: `${person.code} confirms your email. It works for 10 minutes.`,
    heading: "One code, and the music starts",
    blocks: [
      "It is good to have you here. Enter this code to confirm your email address:",
      { code: person.code },
      { label: "Enter the code", url: `${person.publicUrl}/verify-otp` },
      "The code works for 10 minutes, and only once. If it has expired, ask for a new one on the same page.",
      "If you did not ask for this, ignore this email: nothing happens without the code.",
    ],
  });
}

/** The code that proves a new address is the person's; it works for 10 minutes. */
export function emailCodeMail(person: MailTo & { code: string }): MailMessage {
  return compose(person, {
    subject: "Confirm your new email for Orin",
    preview: `${person.code} confirms your new email. It works for 10 minutes.`,
    heading: "Is this your new address?",
    blocks: [
      "Enter this code in your settings. From then on Orin writes to this address:",
      { code: person.code },
      { label: "Open the settings", url: `${person.publicUrl}/settings` },
      "The code works for 10 minutes, and only once.",
      "If you did not ask for this, ignore this email: nothing happens without the code.",
    ],
  });
}

/** The link's key is behind a hash, so that no server's log has it. */
function newPasswordLink({ publicUrl, to }: MailTo, key: string): { label: string; url: string } {
  const page = `${publicUrl}/reset-psw?email=${encodeURIComponent(to)}`;
  return { label: "Choose a new password", url: `${page}#key=${key}` };
}

/** An admin asks the person to choose a new password; the link works for a day. */
export function passwordLinkMail({ key, ...person }: MailTo & { key: string }): MailMessage {
  return compose(person, {
    subject: "Choose a new password for Orin",
    preview: "Someone on our team asked for this link. It works for a day.",
    heading: "Choose a new password",
    blocks: [
      "Someone on our team asked us to send you this link. With it you choose a new password:",
      newPasswordLink(person, key),
      "The link works for a day, and only once. Only you can choose the password: our team never knows it.",
      "If you did not ask us for help, ignore this email: your password stays the same. Never pass the link on.",
    ],
  });
}

/**
 * The link to set a new password, and the code for those who type it; an empty code is left out. Both work for 30
 * minutes.
 */
export function resetCodeMail({ code, key, ...person }: MailTo & { code: string; key: string }): MailMessage {
  const link = newPasswordLink(person, key);
  const ignore = "If you did not ask for this, ignore this email: your password stays the same.";
  if (code === "") {
    return compose(person, {
      subject: "Reset your Orin password",
      preview: "Choose a new password with the link in this email. It works for 30 minutes.",
      heading: "Let's get you back in",
      blocks: [
        "You asked for a new password. Choose it on this page:",
        link,
        "The link works for 30 minutes, and only once.",
        `${ignore} Never pass the link on.`,
      ],
    });
  }
  return compose({ ...person, code }, {
    subject: "Reset your Orin password",
    preview: `${code} lets you choose a new password. It works for 30 minutes.`,
    heading: "Let's get you back in",
    blocks: [
      "You asked for a new password. Open this page:",
      link,
      "Or enter this code where you asked for it:",
      { code },
      "The link and the code work for 30 minutes. You can use one of them, once.",
      `${ignore} Never share the code or the link. We will not ask you for it, by phone or in a chat.`,
    ],
  });
}

/** The code that lets a person without a password close their account; it works for 10 minutes. */
export function closeCodeMail(person: MailTo & { code: string }): MailMessage {
  return compose(person, {
    subject: "Your code to delete your Orin account",
    preview: `${person.code} deletes your account. It works for 10 minutes.`,
    heading: "Do you want to leave?",
    blocks: [
      "Enter this code to close your account. We delete it for good 30 days later:",
      { code: person.code },
      "The code works for 10 minutes, and only once. Never share it.",
      "If you did not ask for this, someone else may be using your account. " +
      "Nothing happens without the code. Log out every device and choose a new password:",
      { label: "Open the settings", url: `${person.publicUrl}/settings` },
    ],
  });
}

/** What a change of what opens an account holds; see `CREDENTIAL_HOLD_MS`. */
export const HELD_BY_CHANGE =
  "To protect you, your tokens stay in your account for 72 hours: nothing is paid out, and no gift is sent.";

/** Says that the password has changed. `at` is in epoch ms. */
export function passwordChangedMail(person: MailTo & { at: number; isOneKept: boolean }): MailMessage {
  const devices = person.isOneKept ? "all your other devices" : "all your devices";
  return compose(person, {
    subject: "Your Orin password was changed",
    preview: "If this was you, you are all set. If not, act now.",
    heading: "You have a new password",
    blocks: [
      `Your password was changed on ${longTime(person.at)}. ` +
      `We logged out ${devices}: log in again with your new password.`,
      HELD_BY_CHANGE,
      "If this was you, there is nothing to do.",
      "If it was not you, choose a new password now:",
      { label: "Take my account back", url: `${person.publicUrl}/forgot-psw` },
    ],
  });
}

/** Tells the old address that it no longer belongs to the account; it shows only a hint of the new one. */
export function emailChangedMail(person: MailTo & { newEmail: string; at: number }): MailMessage {
  return compose(person, {
    subject: "The email of your Orin account was changed",
    preview: `Orin now writes to ${maskEmail(person.newEmail)}.`,
    heading: "Your account has a new email",
    blocks: [
      `Your account's email was changed to ${maskEmail(person.newEmail)} on ${longTime(person.at)}. ` +
      "Log in with that address from now on. We will not write to this one again.",
      HELD_BY_CHANGE,
      "If this was you, there is nothing to do.",
      "If it was not you, contact us right away. Our contacts are at the bottom of every page:",
      { label: "Get help", url: person.publicUrl },
    ],
  });
}

/** The link with which an invited admin chooses a password; it works once, for 72 hours. */
export function adminInvitationMail(person: MailTo & { invitation: string }): MailMessage {
  return compose(person, {
    subject: "You are invited to Orin's back office",
    preview: "Choose your own password. The link works for 72 hours.",
    heading: "You are invited to the back office",
    blocks: [
      "An admin of Orin invites you to the team. Choose a password that only you know:",
      // What follows # is sent to no server, and so into no log.
      { label: "Choose a password", url: `${person.publicUrl}/admin#invitation=${person.invitation}` },
      "The link works for 72 hours, and only once. Then an admin on another side confirms you, and you can log in.",
      "If you did not expect this, ignore this email. Never pass the link on.",
    ],
  });
}

/** Greets a person whose email is confirmed. */
export function welcomeMail(person: MailTo & { role: "listener" | "creator" }): MailMessage {
  return compose(person, {
    subject: "Welcome to Orin",
    preview: "Your account is ready. Here is how to start.",
    heading: "Welcome home",
    blocks: person.role === "creator" ? creatorWelcome(person) : listenerWelcome(person),
  });
}

function listenerWelcome({ publicUrl }: MailTo): Block[] {
  return [
    "Your account is ready. Press play: the time you spend listening turns into tokens.",
    { label: "Start listening", url: `${publicUrl}/songs` },
    "No network on the bus? Keep listening: Orin remembers what you heard and counts it once you are back online.",
    `See what listening earns, and the daily limits: ${publicUrl}/policy`,
  ];
}

function creatorWelcome({ publicUrl }: MailTo): Block[] {
  return [
    "Your account is ready. Upload your first song, so people all over Nigeria can find it, play it and support you.",
    { label: "Upload a song", url: `${publicUrl}/cs-upload` },
    `Plays, followers and earnings are on your dashboard: ${publicUrl}/creator-dashboard`,
    "You can earn as a listener, too: time you spend on other artists' songs turns into tokens.",
  ];
}

/** What a mail about a person's money says; `path` is a page of Orin. */
export type MoneyNotice = {
  subject: string;
  heading: string;
  lines: string[];
  link: { label: string; path: string };
};

/** Says what happened to a person's money, in the words of the area where it happened. */
export function moneyMail(person: MailTo & { notice: MoneyNotice }): MailMessage {
  const { subject, heading, lines, link } = person.notice;
  const blocks = [...lines, { label: link.label, url: `${person.publicUrl}${link.path}` }];
  return compose(person, { subject, preview: lines[0] ?? heading, heading, blocks });
}

/** The recipient of a Premium gift, whether or not they have an account. `giver` is a first name. */
export function premiumGiftMail(
  { giver, months, link, ...person }: MailTo & { giver: string | null; months: number; link: string },
): MailMessage {
  const what = months === 1 ? "a month" : `${months} months`;
  return compose(person, {
    subject: `${giver ?? "Someone"} gives you ${what} of Orin Premium`,
    preview: "Every song without limits, without ads, and offline.",
    heading: `${what[0]?.toUpperCase()}${what.slice(1)} of Premium for you`,
    blocks: [
      `${
        giver ?? "Somebody"
      } has paid for ${what} of Premium on Orin, the music platform for Nigeria, and gave us this ` +
      "address. With Premium you play every song without limits and without ads, and take music with you offline.",
      { label: "Take your gift", url: link },
      "You need an Orin account; it is free. You pay nothing, and nothing renews by itself. " +
      "The link works once, and you have time: it does not expire.",
      "Pass the link on only to the person who should have the gift. If you do not want it, ignore this email.",
    ],
  });
}

/** An artist invites a person to a share of a song; the words are Orin's, but for the artist's name. */
export function splitInvitationMail(
  { artist, percent, link, ...person }: MailTo & { artist: string; percent: string; link: string },
): MailMessage {
  return compose(person, {
    subject: `${artist} shares the income of a song with you`,
    preview: `${percent} of it is yours, once you accept.`,
    heading: `${percent} of a song`,
    blocks: [
      `${artist} wants to give you ${percent} of what a song earns on Orin, the music platform for Nigeria: ` +
      "gifts and royalties, from the moment you accept.",
      { label: "See which song", url: link },
      "You need a creator account with this email address; it is free. If you do not know what this is about, " +
      "ignore this email: nothing happens without your answer.",
    ],
  });
}

/** Asks a person to work for an artist. The same words go to every address, whether it has an account or not. */
export function teamInvitationMail(
  { artist, role, may, link, ...person }: MailTo & { artist: string; role: string; may: string; link: string },
): MailMessage {
  return compose(person, {
    subject: `${artist} invites you to their team on Orin`,
    preview: `As ${role}. Nothing happens without your yes.`,
    heading: `Work for ${artist}`,
    blocks: [
      `${artist} invites you to their team on Orin, the music platform for Nigeria, as ${role}.`,
      `What that is: ${may}`,
      { label: "Look at the invitation", url: link },
      "You accept with your own Orin account of this email address; an account is free. The link works for 7 days. " +
      "If you do not know this artist, ignore this email: nothing happens without your yes.",
    ],
  });
}

/**
 * Asks a rights holder whether a claim is theirs. The address may be anybody's: no words of who claims go to it, not even
 * a name.
 */
export function claimConfirmMail(
  { link, until, days, ...person }: MailTo & { link: string; until: string; days: number },
): MailMessage {
  return compose({ ...person, name: "" }, {
    subject: "Please confirm your claim on Orin",
    preview: "Someone claims a song on Orin with this address.",
    heading: "Is this claim yours?",
    blocks: [
      "Someone, hopefully you, claims the rights to a song on Orin, the music platform for Nigeria, and gave us this " +
      "address. We look at the claim once you have confirmed it:",
      { label: "See the claim and confirm it", url: link },
      `The link works once, for ${days} days, until ${until}. Then we forget the claim.`,
      "If it was not you, ignore this email: nothing happens to the song.",
    ],
  });
}

/** Asks whether the person wants the newsletter: we send nothing more until they open the link. */
export function newsletterMail(person: MailTo & { confirmUrl: string; leaveUrl: string }): MailMessage {
  return compose(person, {
    subject: "Do you want news from Orin?",
    preview: "One tap to confirm the newsletter.",
    heading: "One tap, and you are in",
    blocks: [
      "Someone, hopefully you, asked for Orin's newsletter at this address. Confirm it here:",
      { label: "Yes, sign me up", url: person.confirmUrl },
      "The link works for 7 days. If it was not you, ignore this email: we will not write again.",
      `Unsubscribe at any time: ${person.leaveUrl}`,
    ],
  }, person.leaveUrl);
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

function compose(
  person: MailTo & { code?: string },
  content: Content,
  unsubscribe = person.stop?.oneClick,
): MailMessage {
  const { id, to, publicUrl, code, stop } = person;
  const name = person.name.trim();
  const blocks = [name ? `Hi ${name},` : "Hi,", ...content.blocks];
  const letter = { ...content, blocks, publicUrl, ...(stop && { stop: { label: stop.label, url: stop.page } }) };
  return {
    id,
    to,
    subject: content.subject,
    text: renderText(letter),
    html: renderHtml(letter),
    ...(code === undefined ? {} : { code }),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
  };
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
