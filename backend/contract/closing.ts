/** `GET /api/v1/me/closing`: what would be lost. */
export interface ClosingPreview {
  /** When the account would be erased if it was closed now. */
  eraseAt: string;
  /** What would be forfeited, and the smallest amount that can be paid out instead. */
  balanceTokens: number;
  minWithdrawalTokens: number;
  /** Under way: the erasure waits for it. */
  openWithdrawal?: { id: string; tokens: number; status: string } | undefined;
  premiumUntil?: string | undefined;
  tracks: number;
  playlists: number;
  /** The last admin cannot close the account. */
  isLastAdmin: boolean;
}
export interface CloseAnswer {
  message: string;
  eraseAt: string;
}
