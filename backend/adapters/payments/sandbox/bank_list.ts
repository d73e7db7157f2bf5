/** Name, code, and what differs from a common bank. */
type Listed = readonly [name: string, code: string, flags?: { active?: boolean; transfers?: boolean }];

/**
 * Nigerian banks with the codes that payment providers use for them. Some must be left out by a careful reader:
 * one is closed, one takes no transfers, one is listed twice.
 */
const LISTED: readonly Listed[] = [
  ["9 Payment Service Bank", "120001"],
  ["Access Bank", "044"],
  ["Access Bank (Diamond)", "063"],
  ["Airtel Smartcash PSB", "120004"],
  ["ALAT by WEMA", "035A"],
  ["Carbon", "565"],
  ["Citibank Nigeria", "023"],
  ["Coronation Merchant Bank", "559", { transfers: false }],
  ["Ecobank Nigeria", "050"],
  ["FairMoney Microfinance Bank", "51318"],
  ["Fidelity Bank", "070"],
  ["First Bank of Nigeria", "011"],
  ["First City Monument Bank", "214"],
  ["Globus Bank", "00103"],
  ["Guaranty Trust Bank", "058"],
  ["Heritage Bank", "030", { active: false }],
  ["Jaiz Bank", "301"],
  ["Keystone Bank", "082"],
  ["Kuda Bank", "50211"],
  ["Lotus Bank", "303"],
  ["Moniepoint MFB", "50515"],
  ["MTN Momo PSB", "120003"],
  ["OPay Digital Services Limited (OPay)", "999992"],
  ["Optimus Bank Limited", "107"],
  ["Paga", "100002"],
  ["PalmPay", "999991"],
  ["Parallex Bank", "104"],
  ["Paycom", "999992"],
  ["Polaris Bank", "076"],
  ["PremiumTrust Bank", "105"],
  ["Providus Bank", "101"],
  ["Rubies MFB", "125"],
  ["Stanbic IBTC Bank", "221"],
  ["Standard Chartered Bank", "068"],
  ["Sterling Bank", "232"],
  ["Suntrust Bank", "100"],
  ["TAJ Bank", "302"],
  ["Titan Bank", "102"],
  ["Union Bank of Nigeria", "032"],
  ["United Bank For Africa", "033"],
  ["Unity Bank", "215"],
  ["VFD Microfinance Bank Limited", "566"],
  ["Wema Bank", "035"],
  ["Zenith Bank", "057"],
];

/** Not in the list, but good for look-ups and payouts with a test key. */
const TEST_BANK = "001";

const SINCE = "2016-07-14T10:04:29.000Z";

/** The list in the provider's form, last one first. */
export const BANKS = LISTED.map(([name, code, { active = true, transfers = true } = {}], index) => ({
  id: index + 1,
  name,
  slug: name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/-$/, ""),
  code,
  longcode: "",
  gateway: null,
  pay_with_bank: false,
  supports_transfer: transfers,
  available_for_direct_debit: false,
  active,
  is_deleted: false,
  country: "Nigeria",
  currency: "NGN",
  type: "nuban",
  createdAt: SINCE,
  updatedAt: SINCE,
})).reverse();

/** The name behind a bank code; undefined where no bank has it. */
export function bankNameOf(code: string): string | undefined {
  return code === TEST_BANK ? "Test Bank" : BANKS.find((bank) => bank.code === code)?.name;
}
