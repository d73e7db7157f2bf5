import { findCreators } from "../../../projections/catalogue/creators.ts";
import { findSplitDisputes } from "../../../projections/catalogue/splits.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import { afterDays, type ProposalKind, signedBy } from "../../approvals/kind.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { formatBasisPoints } from "../../contract/splits.ts";
import { settleSplit, splitOfDispute } from "./change.ts";
import { SPLIT_SETTLEMENT } from "./events.ts";
import { decideSettlement } from "./state.ts";

/** Settling a disputed share where the two do not agree: money leaves what is held aside, so it takes two sides. */
export const splitSettlementKind: ProposalKind<Parameters<typeof decideSettlement>[1]> = {
  name: SPLIT_SETTLEMENT,
  roles: ["catalogue", "finance"],
  lapsesAt: afterDays(30),
  alone: "nothing",
  ofOwn: "refused",
  oneSide: "waits",
  async matter(deps, disputeId, content) {
    const { sql } = deps.store;
    const row = (await findSplitDisputes(sql, [disputeId])).get(disputeId);
    if (!row || row.settledAt !== undefined) return undefined;
    const { trackId, ownerId, creatorId, ownerOffers, collaboratorAsks } = row;
    const [tracks, artists] = await Promise.all([trackFacts(sql, [trackId]), findCreators(sql, [ownerId, creatorId])]);
    const owner = artists.get(ownerId)?.name || "the owner";
    const collaborator = artists.get(creatorId)?.name || "the collaborator";
    const { basisPoints, shareBasisPoints = basisPoints === 0 ? 0 : row.basisPoints, note } = decisionOf(content);
    const units = Number(content["heldUnits"] ?? 0);
    return {
      ...{ log: "social", units, people: [ownerId, creatorId] },
      title: `Settle the disputed share of “${tracks.get(trackId)?.title ?? "a removed song"}”`,
      lines: [
        `Of what is held, ${collaborator} gets ${formatBasisPoints(basisPoints)} and ${owner} the rest.`,
        ...units === 0 ? [] : [`${formatTokensWithNaira(units)} were held when it was proposed.`],
        shareBasisPoints === 0
          ? "The share ends."
          : `From then on the share is ${formatBasisPoints(shareBasisPoints)} of the song; it was ${
            formatBasisPoints(row.basisPoints)
          }.`,
        `${owner} offers ${formatBasisPoints(ownerOffers)}, ${collaborator} asks for ${
          formatBasisPoints(collaboratorAsks)
        }.`,
        `The reason given, which both read: ${note}`,
        "What is held is paid out. It cannot be undone.",
      ],
      link: { label: "Open the disputed shares", path: "/split-disputes" },
    };
  },
  async prepare(deps, { subject: disputeId, content, adminId, proposedBy }) {
    const { trackId, split } = await splitOfDispute(deps, disputeId);
    const by = signedBy({ adminId, proposedBy });
    const command = { trackId, disputeId, ...decisionOf(content), ...by };
    // What cannot be carried out is not proposed either.
    decideSettlement(split, command);
    return command;
  },
  booking: settleSplit,
};

function decisionOf({ basisPoints, shareBasisPoints, note }: ProposalContent) {
  return {
    ...{ basisPoints: Number(basisPoints), note: String(note) },
    ...shareBasisPoints !== undefined && { shareBasisPoints: Number(shareBasisPoints) },
  };
}
