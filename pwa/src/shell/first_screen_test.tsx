import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** The module remembers that the first screen is over: each test is a page of its own. */
beforeEach(() => {
  vi.resetModules();
});

async function open(answer: Promise<string>): Promise<void> {
  const { screenStands, useFirstScreen } = await import("./first_screen.ts");
  const Songs = () => {
    const { data = "asking" } = useQuery({ queryKey: ["songs"], queryFn: () => answer });
    return <p>{data}</p>;
  };
  const Page = () => <p>{useFirstScreen() ? "player" : "no player"}</p>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
      <Songs />
    </QueryClientProvider>,
  );
  act(screenStands);
}

describe("what comes behind the first screen", () => {
  it("waits for the screen's answers", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    await open(promise);
    await new Promise((go) => setTimeout(go, 200));
    expect(screen.queryByText("player")).toBeNull();
    resolve("twelve songs");
    await screen.findByText("player");
    expect(screen.getByText("twelve songs")).toBeDefined();
  });

  it("comes also when the answers fail", async () => {
    await open(Promise.reject(new TypeError("no network")));
    await screen.findByText("player", {}, { timeout: 10_000 });
  });
});
