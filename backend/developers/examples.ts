/** What people would send in a field of this name, where its schema takes it. */
export const VALUES: Readonly<Record<string, unknown>> = {
  ...{ email: "adaeze@orin.example", phone: "0803 123 4567", password: "Ìlú-àyàn-2026!", otp: "12345", code: "123456" },
  ...{
    name: "Adaeze",
    title: "Harmattan Love",
    artist: "Ngozi",
    genre: "highlife",
    duration: "3:42",
    handle: "adaeze",
    message: "Thank you for the music",
  },
  ...{ content: "This one is for Sunday", text: "[00:12.50]Morning comes over the lagoon", language: "en-NG" },
  ...{ month: "2026-11", day: "2026-11-22", paidOn: "2026-12-10", receipt: "LIRS-20481", kobo: 1_250_000, amount: 25 },
  ...{ accountNumber: "0123456789", bankCode: "058", bvn: "22123456789", reference: "orin-0199e2a47b1c7c55" },
  ...{ p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM" },
  ...{ auth: "tBHItJI5svbpez7KI4CCXg", endpoint: "https://push.example/send/f1", kind: "paid_not_booked" },
  ...{ shown: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", rewardMsPerUnit: 3_000 },
};

const UPLOAD = { title: "Harmattan Love", artist: "Ngozi", genre: "highlife", duration: "3:42" };

/** Bodies that the description shows where those that follow from the schema say too little. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  "POST /api/auth/signup": {
    ...{ firstName: "Adaeze", lastName: "Okonkwo", email: "adaeze@orin.example", phone: "0803 123 4567" },
    ...{ address: "12 Bode Thomas, Lagos", password: "Ìlú-àyàn-2026!", role: "listener" },
  },
  "POST /api/v1/plays": {
    sentAt: 1_795_891_200_000,
    plays: [{
      ...{ playId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a", trackId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4b" },
      ...{ startedAt: 1_795_891_080_000, listenedMs: 95_000, segments: [[0, 60_000], [75_000, 35_000]] },
      ...{ deviceId: "kitchen", source: "search", quality: "normal" },
    }],
  },
  "POST /api/v1/upload": UPLOAD,
  "POST /api/v1/admin/upload-track": UPLOAD,
  "PUT /api/v1/tracks/:trackId/split": {
    ...{ version: 0, ownBasisPoints: 7_000 },
    shares: [{ email: "ngozi@orin.example", basisPoints: 3_000 }],
  },
  "POST /api/v1/comments": { trackId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a", content: "This one is for Sunday" },
  "POST /api/v1/gifts": { artistId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a", amount: 5, method: "card" },
  "POST /api/auth/forgot-password": { email: "adaeze@orin.example" },
  "POST /api/v1/newsletter": { name: "Adaeze", email: "adaeze@orin.example" },
  "POST /api/v1/playlists": { playlistId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a", name: "Sunday in Surulere" },
  "PUT /api/v1/update-profile": { artistName: "Adaeze", bio: "Highlife from Enugu", city: "Enugu" },
  "PUT /api/auth/profile": { firstName: "Adaeze", lastName: "Okonkwo" },
  "POST /api/v1/support": { name: "Adaeze", email: "adaeze@orin.example", message: "My plays of today are missing." },
};
