import type { ReactNode } from "react";
import { classNames } from "./class_names.ts";

interface CardProps {
  children: ReactNode;
  className?: string | undefined;
  /** The element; a list of cards is a list. */
  as?: "section" | "article" | "div" | "li";
}

/** A raised piece of the page. */
export function Card({ children, className, as: Element = "section" }: CardProps) {
  return (
    <Element
      className={classNames("rounded-xl border border-line bg-surface p-[min(1.25rem,5.6vw)] sm:p-6", className)}
    >
      {children}
    </Element>
  );
}
