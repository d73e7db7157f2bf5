import { type ReactNode, useState } from "react";
import { Button } from "../../ui/Button.tsx";

const KEY = "orin.offensive";

/** Lyrics that their artist has flagged stay hidden until a person on this device wants to see such words. */
export function OffensiveVeil({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(() => localStorage.getItem(KEY) === "shown");
  if (isShown) return children;
  return (
    <div className="rounded-lg bg-ink/6 px-4 py-6 text-center">
      <p className="text-ink-soft">The artist says that these lyrics have offensive words.</p>
      <Button
        variant="quiet"
        className="mt-4"
        onClick={() => {
          localStorage.setItem(KEY, "shown");
          setShown(true);
        }}
      >
        Show lyrics
      </Button>
    </div>
  );
}
