import type { ReactNode } from "react";
import { useMay } from "./roles.ts";

/** Shows what makes a call only to admins whose role makes it. */
export function May({ call, children }: { call: string; children: ReactNode }) {
  return useMay(call) ? children : null;
}
