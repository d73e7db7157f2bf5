import * as calls from "../../contract/calls/admin_payments.ts";
import { Routes } from "../../http/routes.ts";
import type { Deps } from "../../deps.ts";
import { metadataOf, requestIdOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { notingExport, startExport } from "../../audit/export.ts";
import { logAccess } from "../../audit/log_access.ts";
import { payoutBundle, payoutProof } from "./bundle.ts";
import { lotPlays, payoutLots, playProof } from "./reads.ts";

const NO_PAYMENT = "Payment request not found";

/** From a withdrawal to the lots that pay for it, their plays and gifts, and the proof of each play. */
export function explorerRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.paymentLots, async (c) => {
      const answer = await payoutLots(deps, idInPath(c, "id", NO_PAYMENT));
      const { userId: adminId } = c.var.session;
      const opened = { adminId, personId: answer.userId, requestId: requestIdOf(c) };
      await logAccess(deps.store, { ...opened, lookedInto: `withdrawal:${answer.withdrawalId}` });
      return c.json(answer, 200);
    })
    .serve(calls.paymentLotPlays, async (c) => {
      const withdrawalId = idInPath(c, "id", NO_PAYMENT);
      const transferId = idInPath(c, "transferId", NO_PAYMENT);
      const after = Number(c.req.valid("query").cursor ?? 0);
      return c.json(await lotPlays(deps, { withdrawalId, transferId, after }), 200);
    })
    .serve(calls.paymentProof, async (c) => {
      const { userId: adminId } = c.var.session;
      const withdrawalId = idInPath(c, "id", NO_PAYMENT);
      const proof = await payoutProof(deps, withdrawalId);
      const metadata = metadataOf(c, adminId);
      const filter = { subject: `withdrawal:${withdrawalId}` };
      const started = await startExport(deps, { filter, format: "bundle", metadata });
      const pieces = notingExport(deps, started, payoutBundle(deps, started, proof));
      return c.body(ReadableStream.from(pieces).pipeThrough(new TextEncoderStream()), 200, {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="orin-payout-${withdrawalId}.json"`,
      });
    })
    .serve(calls.personPlay, async (c) => {
      const listenerId = idInPath(c, "id", "There is no such play");
      return c.json(await playProof(deps, listenerId, idInPath(c, "playId", "There is no such play")), 200);
    });
}
