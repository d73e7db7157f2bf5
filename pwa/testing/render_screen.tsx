import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";

// jsdom's dialogs cannot be modal; here they are open or closed.
HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function () {
  this.open = false;
};

interface ScreenPlace {
  /** The route's pattern. */
  route?: string;
  /** The address that is open. */
  path?: string;
  /** What was carried by the navigation. */
  state?: unknown;
  /** One that has answers already. */
  client?: QueryClient;
}

/** Renders a screen at its route; any other address that it leads to shows itself as text: "/login?next=...". */
export function renderScreen(screen: ReactElement, place: ScreenPlace = {}): void {
  const { route = "/", path = route, state, client = newClient() } = place;
  const { pathname, search, hash } = new URL(path, "https://orin.example");
  const entry = { pathname, search, hash, state };
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[entry]}>
        <Routes>
          <Route path={route} element={screen} />
          <Route path="*" element={<Address />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function newClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
}

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}
