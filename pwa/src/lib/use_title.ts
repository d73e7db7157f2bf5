import { useEffect } from "react";

/** Names the page in the browser's tab and history: "Earnings · Orin". */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Orin`;
  }, [title]);
}
