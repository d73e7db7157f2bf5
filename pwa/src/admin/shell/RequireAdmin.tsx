import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { askAdminSession, useAdminKnowledge, useAdminSession, watchAdminSession } from "./session.ts";

/** Lets admins through and leads everyone else to `/admin`, and back afterwards. What one admin saw goes with them. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const session = useAdminSession();
  const { pathname, search } = useLocation();
  useForgetting(session?.userId);
  const knowledge = useAdminKnowledge();
  useEffect(watchAdminSession, []);
  useEffect(() => void askAdminSession(), []);
  if (session) return children;
  if (knowledge === "unknown") return null;
  if (knowledge === "failed") {
    return <ErrorState message="The back office could not be loaded" onRetry={() => void askAdminSession()} />;
  }
  return <Navigate to="/admin" replace state={{ next: pathname + search }} />;
}

function useForgetting(userId: string | undefined): void {
  const client = useQueryClient();
  const last = useRef(userId);
  useEffect(() => {
    if (last.current === userId) return;
    last.current = userId;
    client.removeQueries({ queryKey: ["admin"] });
  }, [userId, client]);
}
