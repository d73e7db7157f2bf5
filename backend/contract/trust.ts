/** How far Orin trusts an account: 0 with a proven email, 1 with a proven phone and honest listening, 2 with identity. */
export type TrustLevel = 0 | 1 | 2;
