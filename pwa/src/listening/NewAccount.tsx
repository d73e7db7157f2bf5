import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { policiesQuery } from "../data/listening.ts";
import { newAccountWords } from "../lib/new_account_words.ts";
import { classNames } from "../ui/class_names.ts";

/** What visitors would earn with an account, and how it grows. Its room is kept until the rules are there. */
export function NewAccount({ className }: { className?: string }) {
  const { data } = useQuery(policiesQuery);
  return (
    <p className={classNames("min-h-10 text-sm sm:min-h-5 text-ink-soft", className)}>
      {data && (
        <>
          {newAccountWords(data.current)}{" "}
          <Link to="/policy" className="font-semibold whitespace-nowrap text-accent underline-offset-4 hover:underline">
            How it grows
          </Link>
        </>
      )}
    </p>
  );
}
