import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { isTemporary } from "./api_error.ts";
import { useSession } from "./session.ts";

/** The provider adds its own name of it, too. */
const PARAMETERS = ["reference", "trxref"];

/**
 * Verifies the payment that `?reference=` names, once a visit, and takes it out of the address bar once the service has
 * answered: without an answer a reload asks again. `verification` is the mutation that takes the reference.
 */
export function usePaymentReturn<Verified>(verification: UseMutationResult<Verified, Error, string>) {
  const isLoggedIn = useSession() !== null;
  const [params, setParams] = useSearchParams();
  const [reference] = useState(() => params.get("reference"));
  const isAsked = useRef(false);

  const verify = () => {
    if (reference === null) return;
    const forget = () =>
      setParams((now) => {
        const left = new URLSearchParams(now);
        for (const name of PARAMETERS) left.delete(name);
        return left;
      }, { replace: true });
    verification.mutate(reference, { onSuccess: forget, onError: (error) => isTemporary(error) || forget() });
  };
  useEffect(() => {
    if (!isLoggedIn || isAsked.current) return;
    isAsked.current = true;
    verify();
  });
  return { ...verification, verify, needsLogIn: reference !== null && !isLoggedIn };
}
