import type { Page } from "playwright-core";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { GivenNetwork } from "./given_network.ts";
import { serveApp } from "./e2e_server.ts";

export interface AccountScreens extends AsyncDisposable {
  readonly world: World;
  readonly server: TestServer;
  readonly network: GivenNetwork;
  /** A browser of its own on a phone, at the service or at the network before it. */
  openPhone(baseURL?: string): Promise<Page>;
}

/** An empty Orin with its app, a network before it, and phones that note what is carried to each address. */
export async function openAccountScreens(): Promise<AccountScreens> {
  const world = await openWorld();
  const server = await serveApp(world);
  const network = new GivenNetwork(server.url);
  const browser = await launchBrowser();
  return {
    world,
    server,
    network,
    async openPhone(baseURL = server.url) {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL });
      await context.addInitScript(noteFlags);
      return await context.newPage();
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await network[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Runs in the page, before its scripts: the addresses of the tab, and whether `verified` was carried there. */
function noteFlags(): void {
  for (const name of ["pushState", "replaceState"] as const) {
    const change = history[name];
    history[name] = function (state, unused, url) {
      const seen = JSON.parse(sessionStorage.getItem("seen") ?? "[]");
      sessionStorage.setItem("seen", JSON.stringify([...seen, [String(url ?? ""), state?.usr?.verified ?? null]]));
      change.call(this, state, unused, url);
    };
  }
}
