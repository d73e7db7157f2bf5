import type { Account } from "./phone.ts";
import type { TownService } from "./service.ts";

const PASSWORD = "Ìlú-àyàn-2026!";

/** Signs someone up with the documented calls, and proves the address with the mailed code. */
export async function signUp(
  { request, mailboxes }: TownService,
  { email, address }: { email: string; address: string },
): Promise<Account> {
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const answer = await request(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  const person = { firstName: "Ada", lastName: "Obi", phone: "0803 123 4567", address: "Jos", password: PASSWORD };
  const { signUpProof } = await post("/api/auth/signup", { ...person, email, role: "listener" });
  const otp = await mailboxes.codeFor(email);
  const { session } = await post("/api/auth/verify-otp", { email, otp, signUpProof });
  return { userId: session.userId, token: session.token, reportToken: session.reportToken };
}
