import { closeAccount, exportMyData, reopenAccount, sendClosingCode } from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import { lagosDay } from "@contract/policy.ts";
import type { LoginRequest } from "@contract/requests/accounts.ts";
import type { CloseRequest } from "@contract/requests/closing.ts";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../lib/save_file.ts";

/** A history of years takes its time. */
const EXPORT_TIMEOUT_MS = 5 * 60_000;

/** Closes the account; the answer says when it is erased. */
export function useCloseAccount() {
  return useMutation({
    mutationFn: (proof: CloseRequest) => ask(closeAccount, { body: proof }),
  });
}

/** Mails the code that closes the account of someone who has no password. */
export function useClosingCode() {
  return useMutation({
    mutationFn: () => ask(sendClosingCode),
  });
}

/** Opens a closed account again, and logs in to it. */
export function useReopen() {
  return useMutation({
    mutationFn: (body: LoginRequest) => ask(reopenAccount, { body, withToken: false }),
  });
}

/** Everything that Orin holds of the person, saved as a file on this device. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      const data = await ask(exportMyData, { timeoutMs: EXPORT_TIMEOUT_MS });
      const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
      saveFile(file, `orin-my-data-${lagosDay(Date.now())}.json`);
    },
  });
}
