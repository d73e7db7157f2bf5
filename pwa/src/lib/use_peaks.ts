import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

/** The waveform of a track as heights from 0 to 1; undefined until it has come, and where there is none. */
export function usePeaks(trackId: string): readonly number[] | undefined {
  const { data } = useQuery({
    queryKey: ["peaks", trackId],
    queryFn: ({ signal }) => api<number[]>(`/media/peaks/${trackId}`, { signal, withToken: false }),
    // A recording never changes.
    staleTime: Infinity,
    retry: false,
  });
  return data;
}
