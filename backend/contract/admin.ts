/** The token opens the back office for 8 hours. */
export interface AdminLoginAnswer {
  token: string;
  username: string;
  userId: string;
  expiresAt: string;
  message: string;
}
