/** The fee on a local charge: 1.5 % and 100 naira, those waived below 2,500, never above 2,000. */
export function chargeFeeOf(amountKobo: number): number {
  const flat = amountKobo < 250_000 ? 0 : 10_000;
  return Math.min(200_000, Math.ceil(amountKobo * 0.015) + flat);
}

/** What the payer pays so that the asked sum is left after the fee. */
export function withFeeOnTop(askedKobo: number): number {
  let amount = askedKobo + chargeFeeOf(askedKobo);
  while (amount - chargeFeeOf(amount) < askedKobo) amount++;
  return amount;
}

/** The fee on a transfer by its band, and stamp duty where that is switched on. */
export function transferFeeOf(amountKobo: number, { stampDuty }: { stampDuty: boolean }): number {
  const duty = stampDuty && amountKobo >= 1_000_000 ? 5_000 : 0;
  if (amountKobo <= 500_000) return 1_000 + duty;
  return (amountKobo <= 5_000_000 ? 2_500 : 5_000) + duty;
}
