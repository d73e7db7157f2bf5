import { callsOf } from "./call.ts";

const operation = callsOf("Operations");

export const apiDescription = operation("GET /api/openapi.json", { does: "This description", who: "everyone" });

export const securityContact = operation("GET /.well-known/security.txt", {
  does: "Whom to tell about a weakness",
  who: "everyone",
});

export const isAlive = operation("GET /healthz", { does: "Whether the process answers", who: "everyone" });

export const isReady = operation("GET /readyz", { does: "Whether to send it requests", who: "everyone" });
