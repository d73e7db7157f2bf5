import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { createQueryClient } from "./data/query_client.ts";
import { watchConnection } from "./lib/connection.ts";
import { loadScreenOf } from "./lib/preload.ts";
import { watchSession } from "./lib/session.ts";
import { watchTheme } from "./lib/theme.ts";
import { routes } from "./router.tsx";
import { App } from "./shell/App.tsx";
import { watchChunkFailures } from "./shell/chunk_failure.ts";
import "./ui/base.css";

/** The saved answers are worth this wait; the static shell is on the screen meanwhile. */
const RESTORE_LIMIT_MS = 150;

// Not awaited: the screens import this module, and would wait for its end.
void start();

async function start(): Promise<void> {
  // Beside what is waited for below, not behind it.
  const screen = loadScreenOf(location.pathname);
  watchTheme();
  watchConnection();
  watchChunkFailures(__BUILD_ID__);
  await watchSession();
  const client = createQueryClient();
  const restored = restoreQueries(client);
  // On the first visit there is no worker yet, and nothing to restore.
  if (navigator.serviceWorker?.controller) {
    await Promise.race([restored, new Promise((go) => setTimeout(go, RESTORE_LIMIT_MS))]);
  }
  // What a visitor reads meanwhile stays until its place is taken.
  if (document.documentElement.dataset["visit"] !== undefined) await screen;
  const root = createRoot(rootElement());
  // In slices: a touch while the first screen is made is answered between two of them.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <BrowserRouter>
            <App routes={routes} />
          </BrowserRouter>
        </QueryClientProvider>
      </StrictMode>,
    )
  );
}

/** A module of its own, because on the first visit, when every byte counts, there is nothing to restore. */
async function restoreQueries(client: QueryClient): Promise<void> {
  const { keepQueries } = await import("./data/query_keep.ts");
  await keepQueries(client);
}

function rootElement(): HTMLElement {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  return root;
}
