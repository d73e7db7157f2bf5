import { join } from "node:path";
import { TEST_KEYS } from "../../backend/testing/store.ts";
import { sendTexts } from "../../backend/accounts/phone/texts.ts";
import { sendCodes } from "../../backend/accounts/code/verify.ts";
import { sendMails } from "../../backend/mails/send.ts";
import { createApp, reactorsOf } from "../../backend/app.ts";
import type { Deps } from "../../backend/deps.ts";
import { PersonalData } from "../../backend/store/personal/personal_data.ts";
import { registerUpcasts } from "../../backend/store/log/upcast.ts";
import { upcasts } from "../../migrations/upcasts.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { createOrin, openDatabase } from "../parts/database.ts";
import { openDeps } from "../parts/service.ts";
import { TownClock } from "./clock.ts";
import { Inboxes } from "./inboxes.ts";

/** The real service, by its routes, on a Postgres of its own, with the town's clock. */
export interface TownService extends AsyncDisposable {
  readonly deps: Deps;
  readonly clock: TownClock;
  readonly inboxes: Inboxes;
  /** One request to the routes. */
  request(path: string, options: RequestInit): Promise<Response>;
}

/** How many requests are on their way at the same time: the queues of the service are bounded. */
const MOST_REQUESTS = 32;

/** Starts an Orin for a town; its clock begins at `startAt` (epoch ms). */
export async function openTownService(startAt: number): Promise<TownService> {
  registerUpcasts(upcasts);
  const clock = new TownClock(startAt);
  const inboxes = new Inboxes();
  const database = await openDatabase();
  const { serviceUrl } = await createOrin(database, "town", projectionsWith(new PersonalData(TEST_KEYS)));
  const opened = openDeps(serviceUrl, { directory: join(database.directory, "town"), now: () => clock.now() });
  const deps: Deps = { ...opened, mail: inboxes, texts: inboxes };
  await deps.store.react(reactorsOf(deps));
  sendCodes(deps);
  sendMails(deps);
  sendTexts(deps);
  const app = createApp(deps, { isReady: () => true, pagesDirectory: "pwa" });
  const turns = new Turns(MOST_REQUESTS);
  return {
    deps,
    clock,
    inboxes,
    request: (path, options) => turns.take(async () => await app.request(path, options)),
    async [Symbol.asyncDispose]() {
      await deps.jobs.stop(0);
      await deps.media.close();
      await deps.store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Lets so many work at the same time, and the others wait. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
