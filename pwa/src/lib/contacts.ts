/** How to reach Orin; shown in the footer and wherever a screen says "Contact support". */
export const CONTACTS = {
  phones: ["+234 700 000 6746", "+234 900 000 6746"],
  support: ["support@orin.example", "artists@orin.example"],
  addresses: ["1 Orin Close, Ikeja, Lagos", "7 Adire Lane, Itoko, Abeokuta"],
  networks: [
    { name: "Facebook", url: "https://www.facebook.com/orin.example" },
    { name: "Instagram", url: "https://www.instagram.com/orin.example" },
    { name: "X", url: "https://x.com/orin_example" },
    { name: "YouTube", url: "https://www.youtube.com/@orin.example" },
  ],
} as const;
