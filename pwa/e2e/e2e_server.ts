import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { setCreatorProfile } from "../../backend/catalogue/artist/change_profile.ts";
import type { CreatorProfileSet } from "../../backend/catalogue/artist/events.ts";
import type { Role } from "../../backend/contract/accounts.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { startTestIssuer, TEST_CLIENT_ID, type TestIssuer } from "../../backend/testing/issuer.ts";
import { startTestServer, type TestServer } from "../../backend/testing/server.ts";
import { TEST_SECRET } from "../../backend/testing/store.ts";
import type { TestPerson } from "../../backend/testing/people_fixtures.ts";
import { openTestWallet, SECRET_KEY, type TestWallet } from "../../backend/testing/wallet.ts";
import type { World } from "../../backend/testing/world.ts";
import { keepSession } from "./given_people.ts";
import { SIZES } from "./see.ts";

/** The whole service with a payment provider, Google's place and a browser: where documented screens are looked at. */
export interface Stage extends AsyncDisposable {
  readonly test: TestWallet;
  readonly issuer: TestIssuer;
  readonly url: string;
  /** A browser of a visitor, or of a person in a role. */
  visit(who?: TestPerson, options?: { role?: Role; context?: BrowserContextOptions }): Promise<Visit>;
  addArtist(profile?: Partial<CreatorProfileSet["data"]>): Promise<TestPerson>;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
}

/** Starts the service with its app on a world, as a process of its own. */
export function serveApp(world: World, env: Record<string, string> = {}): Promise<TestServer> {
  return startTestServer({
    dataDir: world.directory,
    env: { DATABASE_URL: world.test.ownerUrl, ORIN_SECRET: TEST_SECRET, ...env },
    withPwa: true,
  });
}

/** The environment of a service whose payments go to the sandbox of these tests. */
export function paidAt({ sandbox }: TestWallet): Record<string, string> {
  return { PAYSTACK_SECRET_KEY: SECRET_KEY, PAYSTACK_BASE_URL: sandbox.url };
}

/** Ends a browser and then what it looked at, in this order; what was never opened is passed over. */
export async function closeAll(
  browser: Browser | undefined,
  ...others: (AsyncDisposable | undefined)[]
): Promise<void> {
  await browser?.close();
  for (const one of others) await one?.[Symbol.asyncDispose]();
}

export async function openStage(options: Parameters<typeof openTestWallet>[0] = {}): Promise<Stage> {
  const stack = new AsyncDisposableStack();
  const test = stack.use(await openTestWallet(options));
  const issuer = stack.use(await startTestIssuer());
  const server = stack.use(
    await serveApp(test.world, {
      ...paidAt(test),
      ...{ GOOGLE_CLIENT_ID: TEST_CLIENT_ID, GOOGLE_ISSUER_URL: issuer.url },
    }),
  );
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  return {
    test,
    issuer,
    url: server.url,
    visit: (who, options) => visit(browser, server.url, { who, ...options }),
    addArtist: (profile) => addArtist(test, profile),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

type Visiting = { who: TestPerson | undefined; role?: Role; context?: BrowserContextOptions };

async function visit(browser: Browser, url: string, { who, role = "listener", context: more }: Visiting) {
  const context = await browser.newContext({
    viewport: SIZES[0],
    baseURL: url,
    serviceWorkers: "block",
    ...more,
  });
  if (who) {
    const { userId, token } = who;
    await context.addInitScript(keepSession, { token, userId, role, reportToken: "", expiresAt: "" });
  }
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}

async function addArtist(test: TestWallet, more: Partial<CreatorProfileSet["data"]> = {}): Promise<TestPerson> {
  const artist = await test.person({ role: "creator", firstName: "Sade" });
  const place = { bio: "", city: "Jos", stateProvince: "", country: "Nigeria" };
  const profile = { creatorId: artist.userId, name: "Ìyá Sade", ...place, ...more };
  await test.world.deps.store.execute(setCreatorProfile, profile, {
    logs: ["social"],
    metadata: { actor: "system:test" },
  });
  await test.world.settle();
  return artist;
}
