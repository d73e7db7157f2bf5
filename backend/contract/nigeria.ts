/** The 36 states of Nigeria and its capital territory, each with other words that an address may say for it. */
const PLACES = {
  "Abia": ["Umuahia", "Aba"],
  "Adamawa": ["Yola", "Mubi"],
  "Akwa Ibom": ["Uyo", "Eket", "Ikot Ekpene"],
  "Anambra": ["Awka", "Onitsha", "Nnewi"],
  "Bauchi": [],
  "Bayelsa": ["Yenagoa"],
  "Benue": ["Makurdi", "Gboko"],
  "Borno": ["Maiduguri"],
  "Cross River": ["Calabar"],
  "Delta": ["Asaba", "Warri", "Sapele", "Ughelli"],
  "Ebonyi": ["Abakaliki"],
  "Edo": ["Benin City", "Auchi"],
  "Ekiti": ["Ado Ekiti"],
  "Enugu": ["Nsukka"],
  "FCT Abuja": ["FCT", "F.C.T", "Abuja", "Federal Capital Territory", "Gwagwalada", "Kubwa", "Garki", "Wuse"],
  "Gombe": [],
  "Imo": ["Owerri", "Orlu"],
  "Jigawa": ["Dutse"],
  "Kaduna": ["Zaria"],
  "Kano": [],
  "Katsina": [],
  "Kebbi": ["Birnin Kebbi"],
  "Kogi": ["Lokoja"],
  "Kwara": ["Ilorin", "Offa"],
  "Lagos": ["Ikeja", "Lekki", "Ikorodu", "Surulere", "Yaba", "Badagry", "Epe"],
  "Nasarawa": ["Lafia"],
  "Niger": ["Minna", "Bida", "Suleja"],
  "Ogun": ["Abeokuta", "Ijebu Ode", "Sagamu", "Ota"],
  "Ondo": ["Akure", "Owo"],
  "Osun": ["Osogbo", "Oshogbo", "Ife", "Ile-Ife", "Ilesa", "Ede"],
  "Oyo": ["Ibadan", "Ogbomosho", "Ogbomoso", "Iseyin"],
  "Plateau": ["Jos"],
  "Rivers": ["Port Harcourt", "Portharcourt", "PH City", "Bonny"],
  "Sokoto": [],
  "Taraba": ["Jalingo"],
  "Yobe": ["Damaturu", "Potiskum"],
  "Zamfara": ["Gusau"],
} as const;

export type NigerianState = keyof typeof PLACES;

/** Their names, as artists read them. */
export const NIGERIAN_STATES = Object.keys(PLACES) as NigerianState[];

const NAMES: readonly (readonly [words: string, state: NigerianState])[] = NIGERIAN_STATES.flatMap((state) =>
  [state, ...PLACES[state]].map((name) => [plainWords(name), state] as const)
);

/**
 * The state that an address names, or whose large town it does: the last one in it, because streets are called after
 * others ("5 Kano Street, Ebute Metta, Lagos"). Undefined where it names none.
 */
export function stateIn(address: string): NigerianState | undefined {
  const words = ` ${plainWords(address)} `;
  let [found, foundAt]: [NigerianState | undefined, number] = [undefined, -1];
  for (const [name, state] of NAMES) {
    const at = words.lastIndexOf(` ${name} `);
    // "Ado Ekiti" is longer than the "Ekiti" in it, and ends at the same place.
    if (at >= 0 && at + name.length > foundAt) [found, foundAt] = [state, at + name.length];
  }
  return found;
}

/** Small letters without marks, and one space between words. */
function plainWords(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}
