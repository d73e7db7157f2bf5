import { Component, type ReactNode } from "react";
import { isOnline } from "../lib/connection.ts";
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
}

/** Keeps a screen's failure to the screen: the layout stays, and the music plays on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failedAt: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    if (state.error === undefined) return { failedAt: resetKey };
    return state.failedAt === resetKey ? null : { error: undefined, failedAt: resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { title, text } = explain(error);
    return (
      <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
        <h1 className="text-2xl">{title}</h1>
        <p className="text-ink-soft">{text}</p>
        <Button className="mt-3" onClick={() => location.reload()}>Load again</Button>
      </div>
    );
  }
}

/** React keeps a failed import for ever, so only loading the page anew helps. */
function explain(error: unknown): { title: string; text: string } {
  if (!isChunkFailure(error)) {
    return { title: "This screen stumbled", text: "Something went wrong on our side. Your plays and tokens are safe." };
  }
  return isOnline()
    ? { title: "Orin was updated", text: "This screen needs the new version. Loading again takes a moment." }
    : {
      title: "You are offline",
      text: "This screen was not saved on your device yet. Open it again once you are online.",
    };
}
