import { act, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";

/** The module remembers what the page came with: each test is a page of its own. */
beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = '<div class="frame-welcome" data-own><h1>Ada Obi</h1></div>';
});

async function open(path: string) {
  const [{ ScreenOutlet }, { screenRoute }, { loadScreenOf }] = await Promise.all([
    import("./ScreenOutlet.tsx"),
    import("../screen_route.tsx"),
    import("../lib/preload.ts"),
  ]);
  const come = Promise.withResolvers<() => React.JSX.Element>();
  const routes = screenRoute({ path, title: "Artist", isPublic: true, load: () => come.promise });
  const { QueryClient, QueryClientProvider } = await import("@tanstack/react-query");
  const show = () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route element={<ScreenOutlet />}>{routes}</Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  return { show, load: () => loadScreenOf(path), come: () => come.resolve(() => <p>Her songs</p>) };
}

it("what the page came with stands above a screen until the first one is over, and on no other page", async () => {
  const here = await open(location.pathname);
  here.show();
  expect(screen.getByRole("heading", { name: "Ada Obi" }).closest(".frame-kept")).not.toBeNull();
  await act(here.come);
  await screen.findByText("Her songs");
  await vi.waitFor(() => expect(document.querySelector(".frame-kept")).toBeNull());
  const elsewhere = await open("/artists/2");
  elsewhere.show();
  expect(document.querySelector(".frame-kept")).toBeNull();
});

it("a screen whose code has come is there at once", async () => {
  const { show, load, come } = await open("/artists/1");
  come();
  await load();
  show();
  expect(screen.getByText("Her songs")).toBeDefined();
});
