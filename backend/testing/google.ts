import { openTestAccounts, type TestAccounts } from "./accounts.ts";
import { startTestIssuer, TEST_CLIENT_ID, type TestIssuer } from "./issuer.ts";
import { type People, peopleOf } from "./people.ts";

export interface GoogleAccounts extends AsyncDisposable {
  readonly issuer: TestIssuer;
  readonly world: TestAccounts;
  readonly people: People;
}

/** A world for tests of accounts that takes the word of an issuer of our own for Google's. */
export async function openGoogleAccounts(): Promise<GoogleAccounts> {
  const issuer = await startTestIssuer();
  const world = await openTestAccounts({ google: { googleClientId: TEST_CLIENT_ID, googleIssuer: issuer.url } });
  return {
    issuer,
    world,
    people: peopleOf(world),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}
