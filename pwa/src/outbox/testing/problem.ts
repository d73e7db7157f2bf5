/** A refusal of a whole request, in the service's shape. */
export function problem(status: number, headers: Record<string, string> = {}, code = "no"): Response {
  return Response.json({ error: "No", message: "No", code, requestId: "1" }, { status, headers });
}
