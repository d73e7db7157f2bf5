import { clearingCheck, giftsBetweenCheck } from "../gifts/cross_shard/verify.ts";
import { giftSharesCheck } from "../gifts/collaborators/verify.ts";
import { ledgerCheck } from "../ledger/verify.ts";
import { poolCheck } from "../listening/pool/verify.ts";
import { royaltiesBetweenCheck, royaltyCheck } from "../royalties/verify.ts";
import { releasedRoyaltiesCheck, taxCheck, taxRemittanceCheck } from "../royalties/verify_tax.ts";
import type { Check } from "../store/chain/verify.ts";

/**
 * What verification proves beside the chain and the projections: the books, what is between shards, the reward pools, and
 * royalties.
 */
export const PROOFS: readonly Check[] = [
  ledgerCheck,
  clearingCheck,
  giftsBetweenCheck,
  giftSharesCheck,
  poolCheck,
  royaltyCheck,
  royaltiesBetweenCheck,
  taxCheck,
  taxRemittanceCheck,
  releasedRoyaltiesCheck,
];
