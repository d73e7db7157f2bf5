import { hashPassword } from "../accounts/login/passwords.ts";
import type { TrackUploaded } from "../catalogue/track/events.ts";
import type { Role } from "../contract/accounts.ts";
import { type Call, callerOf } from "./call.ts";
import { addPerson, addProfile, addTrack, type TestPerson, tokenOf } from "./people_fixtures.ts";
import { TEST_PASSWORD } from "./people.ts";
import { openWorld, type World } from "./world.ts";

/**
 * The whole service with a clock that only tests move, people with accounts, artists and tracks without their files.
 */
export interface TestListeners extends AsyncDisposable {
  readonly world: World;
  /** Epoch ms. */
  now(): number;
  /** Moves the clock. */
  pass(ms: number): void;
  call: Call;
  addPerson(firstName?: string, role?: "listener" | "creator"): Promise<TestPerson>;
  /** A person whose password is TEST_PASSWORD. */
  member(role: Role, more?: { isAdmin?: boolean; firstName?: string }): Promise<TestPerson>;
  /** A new session of a person, for when the clock has moved past the first. */
  logIn(person: TestPerson): Promise<TestPerson>;
  addArtist(name: string): Promise<TestPerson>;
  addTrack(track: Partial<TrackUploaded["data"]> & { ownerId: string }): Promise<TrackUploaded["data"]>;
}

/** Made once: hashing takes as long as in the service. */
let hashed: Promise<string> | undefined;

export async function openTestListeners(startAt = Date.UTC(2026, 5, 10, 12)): Promise<TestListeners> {
  let now = startAt;
  const world = await openWorld({ now: () => now });
  const { deps } = world;
  return {
    world,
    now: () => now,
    pass: (ms) => void (now += ms),
    call: callerOf(world.app),
    addPerson: (firstName = "Amaka", role = "listener") => addPerson(deps, { firstName, role }),
    async member(role, more) {
      const passwordHash = await (hashed ??= hashPassword(TEST_PASSWORD));
      return await addPerson(deps, { firstName: "Adaeze", lastName: "Okonkwo", role, passwordHash, ...more });
    },
    logIn: async (person) => ({ ...person, token: await tokenOf(deps, person) }),
    async addArtist(name) {
      const person = await addPerson(deps, { firstName: name.split(" ")[0] ?? name, role: "creator" });
      await addProfile(deps, { creatorId: person.userId, name });
      return person;
    },
    addTrack: (track) => addTrack(deps, track),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
