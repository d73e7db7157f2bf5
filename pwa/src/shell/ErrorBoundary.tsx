import { Component, type ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { isChunkFailure } from "./chunk_failure.ts";

interface Props {
  /** A new key, such as another address, gives the screen another chance. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  failedAt: string | undefined;
  /** Why the screen's code is missing, once the service was asked. */
  missing: typeof MISSING | undefined;
}

/** Keeps a screen's failure to the screen: the layout stays, and the music plays on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failedAt: undefined, missing: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    if (state.error === undefined) return { failedAt: resetKey };
    return state.failedAt === resetKey ? null : { error: undefined, failedAt: resetKey, missing: undefined };
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkFailure(error)) void this.#askWhy().catch(() => undefined);
  }

  async #askWhy(): Promise<void> {
    const { explainMissing } = await import("./release.ts");
    this.setState({ missing: await explainMissing() });
  }

  override render(): ReactNode {
    const { error, missing = MISSING } = this.state;
    if (error === undefined) return this.props.children;
    const { title, text } = isChunkFailure(error) ? missing : BROKEN;
    return (
      <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
        <h1 className="text-2xl">{title}</h1>
        <p className="text-ink-soft">{text}</p>
        <Button className="mt-3" onClick={() => location.reload()}>Reload</Button>
      </div>
    );
  }
}

const BROKEN = { title: "Something went wrong", text: "This is our fault. Your plays and tokens are safe." };

/** React remembers a failed import for ever, so only reloading the page helps. */
const MISSING = { title: "This screen did not load", text: "Check your connection, then reload." };
