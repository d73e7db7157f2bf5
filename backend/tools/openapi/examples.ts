/** Bodies that the description shows. A test sends each. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  "POST /api/auth/signup": {
    ...{ firstName: "Adaeze", lastName: "Okonkwo", email: "adaeze@orin.example", phone: "0803 123 4567" },
    ...{ address: "12 Bode Thomas, Lagos", password: "Ìlú-àyàn-2026!", role: "listener" },
  },
  "POST /api/auth/forgot-password": { email: "adaeze@orin.example" },
  "POST /api/v1/newsletter": { name: "Adaeze", email: "adaeze@orin.example" },
  "POST /api/v1/playlists": { playlistId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a", name: "Sunday in Surulere" },
  "PUT /api/v1/update-profile": { artistName: "Adaeze", bio: "Highlife from Enugu", city: "Enugu" },
  "PUT /api/auth/profile": { firstName: "Adaeze", lastName: "Okonkwo" },
  "POST /api/v1/support": { name: "Adaeze", email: "adaeze@orin.example", message: "My plays of today are missing." },
};
