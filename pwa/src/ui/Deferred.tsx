import { Component, type ReactNode, Suspense } from "react";

interface Props {
  children: ReactNode;
  /** Shown while the code comes, and stays if it cannot come. */
  fallback?: ReactNode;
}

/** Holds a part whose code is loaded when it is wanted: if that fails, only this part is missing. */
export class Deferred extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, fallback = null } = this.props;
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
