import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_RULES } from "../../contract/accounts.ts";
import { isCommonPassword, plainForms } from "../../contract/common_passwords.ts";
import { Refusal } from "../../contract/refusal.ts";
import { Overloaded } from "../../store/log/errors.ts";

/** OWASP's minimum for Argon2id; raising it makes every log-in hash again. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How a hash with today's parameters begins. */
const TODAYS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** 17,950 out of public leaks, in lower case: ASVS 6.2.4 asks for 3,000 that the rules let through. */
const LEAKED = new Set(dictionary["passwords-common"].filter((password) => password.length >= 8));

const MOST_AT_ONCE = 2;
const MOST_WAITING = 200;

/**
 * Refuses a password that everybody tries first or that is the person's own `email`, and with `composed` one that breaks
 * `PASSWORD_RULES`. Every screen asks for those; of the calls, sign-up and change have only the documented minimum.
 */
export function assertUsable(
  password: string,
  { composed, field = "password", email }: { composed: boolean; field?: string; email?: string | undefined },
): void {
  if (composed && !PASSWORD_RULES.every((rule) => rule.holds(password))) {
    throw new Refusal("weak_password", "Password does not meet all requirements", { field });
  }
  const forms = plainForms(password);
  if (isCommonPassword(password) || forms.some((form) => LEAKED.has(form))) {
    throw new Refusal("weak_password", "This password is too common: please choose another", { field });
  }
  const own = email?.trim().toLowerCase();
  if (own !== undefined && forms.some((form) => form === own || form === own.split("@")[0])) {
    throw new Refusal("weak_password", "Your email address is no password: please choose another", { field });
  }
}

/** Hashes with Argon2id, off the main thread: a PHC string. Rejects with Overloaded when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(typed(password), COST));
}

/**
 * Whether the password is the hash's. Without a hash (no account has the address) one is computed all the same, so that
 * the answer takes as long. Throws what `attempts.admit` throws.
 */
export async function checkPassword(
  password: string,
  passwordHash: string | undefined,
  attempts: { admit(): Promise<void> },
): Promise<boolean> {
  return await inTurn(async () => {
    await attempts.admit();
    return await verify(passwordHash ?? await nobodysHash(), typed(password)) && passwordHash !== undefined;
  });
}

/** Whether the hash was made with other parameters than today's. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(TODAYS);
}

/** Keyboards differ in how they make ẹ́ or ọ̀: the same letters are the same password. */
function typed(password: string): string {
  return password.normalize("NFC");
}

let running = 0;
const waiting: (() => void)[] = [];

/** A storm of log-ins may take two cores' worth of hashing from this process and no more. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MOST_AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Overloaded(2_000);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

let nobodys: Promise<string> | undefined;

function nobodysHash(): Promise<string> {
  nobodys ??= hash(crypto.randomUUID(), COST);
  return nobodys;
}
