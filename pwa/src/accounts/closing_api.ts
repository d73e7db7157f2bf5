import type { LoginAnswer, LoginRequest } from "@contract/accounts.ts";
import type { CloseAnswer, ClosingPreview } from "@contract/closing.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { isText, shape } from "../lib/shape.ts";

/** A history of years takes its time. */
const EXPORT_TIMEOUT_MS = 5 * 60_000;

const preview = shape<ClosingPreview>({ eraseAt: isText });
const closed = shape<CloseAnswer>({ eraseAt: isText });

/** What would be lost; asked for when the question is opened, never kept. */
export function useClosingPreview(isAsked: boolean) {
  return useQuery({
    queryKey: ["closing"],
    queryFn: ({ signal }) => api("/api/v1/me/closing", { signal, reader: preview }),
    enabled: isAsked,
    gcTime: 0,
  });
}

export function useCloseAccount() {
  return useMutation({
    mutationFn: (password: string) => api("/api/v1/me/close", { method: "POST", body: { password }, reader: closed }),
  });
}

/** Opens a closed account again, and logs in to it. */
export function useReopen() {
  return useMutation({
    mutationFn: (body: LoginRequest) =>
      api<LoginAnswer>("/api/auth/reopen", { method: "POST", body, withToken: false }),
  });
}

/** Everything that Orin holds of the person, saved as a file on this device. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      const data = await api("/api/v1/me/export", { timeoutMs: EXPORT_TIMEOUT_MS });
      saveFile(JSON.stringify(data, null, 2), `orin-my-data-${new Date().toISOString().slice(0, 10)}.json`);
    },
  });
}

function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Later, because some browsers begin to read after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
