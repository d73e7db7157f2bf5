import type { Account } from "./phone.ts";
import type { TownService } from "./service.ts";

const PASSWORD = "Ìlú-àyàn-2026!";

/** Signs someone up with the documented calls, and proves the address with the mailed code. */
export async function signUp(
  service: TownService,
  { email, address }: { email: string; address: string },
): Promise<Account> {
  const headers = { "x-forwarded-for": address };
  const person = { firstName: "Ada", lastName: "Obi", phone: "0803 123 4567", address: "Jos", password: PASSWORD };
  const { signUpProof } = await post(service, "/api/auth/signup", {
    headers,
    body: { ...person, email, role: "listener" },
  });
  const otp = await service.inboxes.codeFor(email);
  const { session } = await post(service, "/api/auth/verify-otp", { headers, body: { email, otp, signUpProof } });
  return { userId: session.userId, token: session.token, reportToken: session.reportToken };
}

/** Proves a number, in E.164, with the code of a text. */
export async function provePhone(
  service: TownService,
  { account, number, address }: { account: Account; number: string; address: string },
): Promise<void> {
  const headers = { "x-forwarded-for": address, authorization: `Bearer ${account.token}` };
  await post(service, "/api/v1/phone/code", { headers, body: { phone: number } });
  const otp = await service.inboxes.codeFor(number);
  await post(service, "/api/v1/phone/confirm", { headers, body: { phone: number, otp } });
}

/** Changes the first name by the app's own call. */
export async function rename(
  service: TownService,
  { account, firstName, address }: { account: Account; firstName: string; address: string },
): Promise<void> {
  const headers = { "x-forwarded-for": address, authorization: `Bearer ${account.token}` };
  await post(service, "/api/auth/profile", { headers, body: { firstName }, method: "PUT" });
}

async function post(
  { request }: TownService,
  path: string,
  { headers, body, method = "POST" }: { headers: Record<string, string>; body: object; method?: "POST" | "PUT" },
) {
  const json = { ...headers, "content-type": "application/json" };
  const answer = await request(path, { method, headers: json, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}
