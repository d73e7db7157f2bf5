import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { ADMIN_ROLES, type AdminRole } from "../../backend/contract/admin_roles.ts";
import { addAdmin } from "../../backend/testing/access.ts";
import { callerOf } from "../../backend/testing/call.ts";
import { addPerson, type TestPerson, tokenOf } from "../../backend/testing/people_fixtures.ts";
import { addObjects } from "../../backend/testing/objects.ts";
import { TEST_PASSWORD } from "../../backend/testing/people.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import type { World } from "../../backend/testing/world.ts";

/** Who calls. */
export interface Caller {
  readonly name: string;
  readonly token?: string;
  /** Of an admin. */
  readonly role?: AdminRole;
}

/** Everyone who calls, and what one of them has. */
export interface Cast {
  readonly callers: readonly Caller[];
  /** What the caller "creator" has, by the route that names it. */
  readonly objects: ReadonlyMap<string, string>;
  /** Whom calls of the back office are about. */
  readonly victimId: string;
}

/** Makes a person of each role. */
export async function addCast(world: World): Promise<Cast & { renew(): Promise<readonly Caller[]> }> {
  const { deps } = world;
  const passwordHash = await hashPassword(TEST_PASSWORD);
  const person = (role: "listener" | "creator") => addPerson(deps, { role, passwordHash });
  const [listener, premium, stranger, victim] = await Promise.all(
    (["listener", "listener", "creator", "listener"] as const).map(person),
  ) as [TestPerson, TestPerson, TestPerson, TestPerson];
  const creator = await person("creator");
  await givePremium(deps, premium.userId);
  const objects = await addObjects({ deps, call: callerOf(world.app) }, creator);
  const people = [["listener", listener], ["premium", premium], ["stranger", stranger], ["creator", creator]] as const;
  const admins: (readonly [AdminRole, TestPerson])[] = [];
  for (const role of ADMIN_ROLES) admins.push([role, await addAdmin(deps, role, passwordHash)]);
  await world.settle();

  /** New sessions: some calls of a round end one. */
  async function renew(): Promise<readonly Caller[]> {
    const callers: Caller[] = [{ name: "visitor" }];
    for (const [name, { userId }] of people) {
      const role = name === "stranger" || name === "creator" ? "creator" : "listener";
      callers.push({ name, token: await tokenOf(deps, { userId, role }) });
    }
    for (const [role, { userId }] of admins) {
      const token = await tokenOf(deps, { userId, isAdmin: true });
      await callerOf(world.app)("POST", "/api/v1/admin/confirm-password", { token, body: { password: TEST_PASSWORD } });
      callers.push({ name: role, role, token });
    }
    return callers;
  }
  return { callers: await renew(), renew, objects, victimId: victim.userId };
}
