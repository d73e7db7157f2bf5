import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { disablePush, enablePush, pushState } from "../lib/push.ts";
import { Button } from "../ui/Button.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";

const KEY = ["push state"] as const;

/** Whether this device shows pushes, and the way to change it. */
export function ThisDevicePushes({ publicKey }: { publicKey: string }) {
  const client = useQueryClient();
  const { data: state } = useQuery({ queryKey: KEY, queryFn: pushState, staleTime: 0 });
  const change = useMutation({
    mutationFn: async () => {
      if (state === "on") await disablePush();
      else await enablePush(publicKey);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  if (state === undefined) return null;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-sm font-semibold">Pushes on this device</p>
          <p className="text-xs text-ink-soft">{WORDS[state]}</p>
        </div>
        {(state === "on" || state === "off") && (
          <Button
            variant="quiet"
            size="small"
            busy={change.isPending}
            onClick={() => change.mutate()}
          >
            {state === "on" ? "Switch off" : "Switch on"}
          </Button>
        )}
      </div>
      <FailureBanner
        of={change}
        text="This browser could not reach its push service. Please try again later."
        className="mt-3"
      />
    </div>
  );
}

const WORDS = {
  unsupported: "This browser shows none. On an iPhone, add Orin to the home screen first.",
  blocked: "They are blocked. Allow notifications for this site in your browser's settings.",
  off: "They are off.",
  on: "They are on. Locked screens show no sums of money.",
} as const;
