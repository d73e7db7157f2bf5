import type { Role } from "../../contract/accounts.ts";
import type { TrustLevel } from "../../contract/trust.ts";
import type { Deps } from "../../deps.ts";
import { registerUser } from "../../accounts/account/register.ts";
import { changeSettings } from "../../accounts/account/change_settings.ts";
import { tellBirthYears } from "../../accounts/birth_years/tell.ts";
import { notePhone } from "../../accounts/phone/prove.ts";
import { hashPassword } from "../../accounts/login/passwords.ts";
import { derivedId } from "../../store/log/ids.ts";
import { changeLevel } from "../../trust/level/change.ts";
import { findUsers } from "../../../projections/accounts/users.ts";

/** Every demo log-in has this password. */
export const DEMO_PASSWORD = "Orin-demo-2026!";

/** A demo creator, as the demo catalogue names them. `userId` is set when the tracks exist already. */
export interface DemoCreator {
  readonly userId?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly city: string;
  readonly phone?: string;
}

export interface DemoAccount {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface DemoAccounts {
  /** The log-ins in README. */
  readonly listener: DemoAccount;
  readonly premium: DemoAccount;
  readonly creator: DemoAccount;
  readonly admin: DemoAccount;
  readonly admin2: DemoAccount;
  /** In the given order. */
  readonly creators: readonly DemoAccount[];
  readonly listeners: readonly DemoAccount[];
}

/** Random once and fixed since: all ids of the demo's people derive from it, so an interrupted seed can continue. */
const DEMO = "5f0b6d0e-5b1c-4d0a-9c7e-3a1f7c2d9b46";
const ORIGIN = { metadata: { actor: "system:demo" } };

interface Cast {
  readonly userId?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly address: string;
  readonly phone?: string;
  readonly role: Role;
  readonly isAdmin?: boolean;
}

const LOGINS = {
  listener: named("Amaka Obi", "listener", "14 Adeniran Ogunsanya Street, Surulere, Lagos"),
  premium: named("Tunde Bakare", "premium", "3 Ring Road, Ibadan"),
  creator: { ...named("Sade Akande", "creator", "27 Herbert Macaulay Way, Yaba, Lagos"), role: "creator" as const },
  admin: { ...named("Ibrahim Musa", "admin", "9 Aminu Kano Crescent, Wuse 2, Abuja"), isAdmin: true },
  admin2: { ...named("Ngozi Eze", "admin2", "41 Ogui Road, Enugu"), isAdmin: true },
};

const LISTENERS = [
  ["Chinedu Okafor", "Ikeja, Lagos"],
  ["Halima Bello", "Lekki, Lagos"],
  ["Femi Adeyemi", "Bodija, Ibadan"],
  ["Blessing Etim", "Yaba, Lagos"],
  ["Yusuf Danjuma", "Jos"],
  ["Ifeoma Nwosu", "Ikorodu, Lagos"],
  ["Bolanle Ogunleye", "Challenge, Ibadan"],
  ["Emeka Umeh", "Festac Town, Lagos"],
  ["Zainab Sani", "Kano"],
  ["Osaze Igbinedion", "Mokola, Ibadan"],
  ["Tamuno Briggs", "Surulere, Lagos"],
  ["Kemi Alabi", "Dugbe, Ibadan"],
].map(([name = "", city = ""]) => named(name, name.toLowerCase().replace(" ", "."), city));

/**
 * Registers the demo's people with the usual command: verified, with the password in README.
 * Existing people stay; `deps.now` is the moment of registration.
 */
export async function seedAccounts(deps: Deps, creators: readonly DemoCreator[]): Promise<DemoAccounts> {
  const artists = creators.map((creator): Cast => ({ ...creator, address: creator.city, role: "creator" }));
  const cast = [...Object.values(LOGINS), ...artists, ...LISTENERS].map((one, index) => person(one, index));
  const known = await findUsers(deps.store.sql, cast.map((one) => one.userId));
  const missing = cast.filter((one) => !known.has(one.userId));
  if (missing.length > 0) {
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    await Promise.all(
      missing.map((one) => {
        const commandId = derivedId(one.userId, "register");
        return registerUser(deps, { ...one, passwordHash, verified: true }, { ...ORIGIN, commandId });
      }),
    );
  }
  await seedPhones(deps, cast);
  await seedLevels(deps, cast);
  const [listener, premium, creator, admin, admin2, ...others] = cast;
  if (!listener || !premium || !creator || !admin || !admin2) throw new Error("The demo's log-ins are missing");
  return {
    ...{ listener, premium, creator, admin, admin2 },
    creators: others.slice(0, creators.length),
    listeners: others.slice(creators.length),
  };
}

/** Everyone above level 0 has proven their number. */
async function seedPhones(deps: Deps, cast: readonly { readonly userId: string; readonly phone: string }[]) {
  const proven = cast.filter((one) => levelOf(cast, one) > 0);
  await Promise.all(proven.map(({ userId, phone }) => notePhone(deps, { userId, phone, ...ORIGIN })));
}

/** The log-ins and artists are trusted fully; the listeners beside them are at every level. */
async function seedLevels({ store }: Deps, cast: readonly { readonly userId: string }[]): Promise<void> {
  const levels = cast.map((one) => ({ userId: one.userId, level: levelOf(cast, one) }));
  await Promise.all(
    levels.map((one) =>
      store.execute(changeLevel, { ...one, because: "set_up", evidence: EVIDENCE }, { logs: ["social"], ...ORIGIN })
    ),
  );
}

/** A demo's people have what their level asks for, and lose it with their number like everyone. */
const EVIDENCE = { accountDays: 60, provenMinutes: 60, listeningDays: 3, artists: 5, phone: "proven" as const };
const LEVELS = [1, 0, 2, 1] as const;

function levelOf<One>(cast: readonly One[], one: One): TrustLevel {
  const place = cast.slice(-LISTENERS.length).indexOf(one);
  return place < 0 ? 2 : LEVELS[place % LEVELS.length] ?? 0;
}

/** Every other listener lets artists see their name; the demo listener does not. */
export async function seedVisibility(deps: Deps, { premium, listeners }: DemoAccounts): Promise<void> {
  const named = [premium, ...listeners.filter((_, index) => index % 2 === 0)];
  await Promise.all(
    named.map(({ userId }) => changeSettings(deps, userId, { settings: { isNamed: true }, ...ORIGIN })),
  );
}

/** Most of the listeners tell when they were born, so that artists see groups of their audience. */
export async function seedBirthYears(deps: Deps, { listener, premium, listeners }: DemoAccounts): Promise<void> {
  const told = [listener, premium, ...listeners].slice(0, 11).map(({ userId }, index) => ({
    userId,
    years: index % 2 === 0 ? "2000 to 2004" as const : "1995 to 1999" as const,
  }));
  await Promise.all(told.map(({ userId, years }) => tellBirthYears(deps, userId, { years, ...ORIGIN })));
}

function named(name: string, mailbox: string, address: string): Cast {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { firstName, lastName, email: `${mailbox}@orin.example`, address, role: "listener" };
}

function person(cast: Cast, index: number) {
  const userId = cast.userId ?? derivedId(DEMO, `user ${cast.email}`);
  return { ...cast, userId, phone: cast.phone ?? `+234800000${String(index).padStart(4, "0")}` };
}
