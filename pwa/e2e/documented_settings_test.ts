import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../backend/testing/wait.ts";
import { letAllCalls, letCall } from "./given_answers.ts";
import { openStage, type Stage } from "./e2e_server.ts";
import { holdTime, letPass } from "./given_time.ts";
import { seeTexts, seeThat } from "./see.ts";

const PICTURE = "pwa/public/icon-192.png";
const UPDATE = "PUT /api/auth/profile";
const PASSWORD = "PUT /api/auth/change-password";
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const upload = (page: Page) => page.locator("input[type=file]").setInputFiles(PICTURE);
async function removePicture(page: Page): Promise<void> {
  await press(page, "Delete picture");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
}

it("a profile that cannot be loaded, one that is changed, and its message of three seconds", async () => {
  await using visit = await stage.visit(await stage.test.person());
  const { page } = visit;
  await holdTime(page);
  await letCall(page, "GET /api/auth/profile", "no words");
  await page.goto("/settings");
  await seeTexts(page, "2 §8", ["Failed to load profile data"]);
  await letAllCalls(page);
  await page.reload();
  await seeThat(
    "2 §2",
    "The settings have a toggle for notifications",
    page.getByText(/^Email me/),
  );
  await page.getByLabel("First name", { exact: true }).fill("Adaeze");
  await letCall(page, UPDATE, "no words");
  await press(page, "Save");
  await seeTexts(page, "2 §8", ["Failed to update profile"]);
  await letAllCalls(page);
  await press(page, "Save");
  await seeTexts(page, "2 §8", ["Profile updated successfully"]);
  await seeThat(
    "2 §9",
    "Messages of the profile vanish after 3 seconds",
    page.getByText("Profile updated successfully"),
  );
  await letPass(page, 3_000);
  await page.getByText("Profile updated successfully").waitFor({ state: "detached" });
});

it("a password and a picture that are changed, and what is refused", async () => {
  await using visit = await stage.visit(await stage.test.person());
  const { page } = visit;
  await holdTime(page);
  await page.goto("/settings");
  await press(page, "Change Password");
  await press(page, "Save password");
  await seeTexts(page, "2 §5", ["Both current and new passwords are required"]);
  await page.getByLabel("Current password", { exact: true }).fill("Ìlú-àyàn-2026!");
  await page.getByLabel("New password", { exact: true }).fill("Ìlú-àyàn-2027!");
  await letCall(page, PASSWORD, "no words");
  await press(page, "Save password");
  await seeTexts(page, "2 §8", ["Failed to change password"]);
  await letCall(page, PASSWORD, { json: { message: "" } });
  await press(page, "Save password");
  await seeTexts(page, "2 §8", ["Password changed successfully"]);
  await letCall(page, "POST /api/auth/upload-dp", "no words");
  await upload(page);
  await seeTexts(page, "2 §8", ["Failed to upload profile picture"]);
  await letAllCalls(page);
  await upload(page);
  await seeTexts(page, "2 §8", ["Profile picture updated successfully"]);
  const picture = page.getByRole("img", { name: "Your picture" });
  await eventually("the picture", () => picture.evaluate((image) => "naturalWidth" in image && image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await picture.boundingBox(), "its whole circle, whatever file the browser took").toMatchObject({
    ...{ width: 96, height: 96 },
  });
  await letCall(page, "DELETE /api/auth/delete-dp", "no words");
  await removePicture(page);
  await seeTexts(page, "2 §8", ["Failed to delete profile picture"]);
  await letAllCalls(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await seeTexts(page, "2 §8", ["Profile picture deleted successfully"]);
});

it("a profile without a name, and one that is refused to who is no longer logged in", async () => {
  await using visit = await stage.visit(await stage.test.person());
  const { page } = visit;
  const [answer] = await Promise.all([
    page.waitForResponse("**/api/auth/profile").then((response) => response.json()),
    page.goto("/songs"),
  ]);
  await letCall(page, "GET /api/auth/profile", { json: { ...answer, firstName: "", lastName: "" } });
  await page.reload();
  const header = { where: page.getByRole("banner").or(page.getByRole("dialog")), onPhone: () => press(page, "More") };
  await seeTexts(header, "1 §1", ["User"]);
  await letCall(page, "GET /api/auth/profile", { status: 401, json: { error: "Authentication token not found" } });
  await page.goto("/settings");
  const login = page.getByRole("button", { name: "Login", exact: true });
  await seeThat("2 §8", "A 401 of the profile check ends the session; other failures let the page through", login);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toBe(null);
});

it("an artist's settings with their refusals", async () => {
  await using visit = await stage.visit(await stage.addArtist(), { role: "creator" });
  const { page } = visit;
  await holdTime(page);
  await letCall(page, "GET /api/v1/creator-profile", "no words");
  await page.goto("/cs-settings");
  await seeTexts(page, "3 §8", ["Failed to load profile data. Please try again later."]);
  await letAllCalls(page);
  await page.reload();
  await page.getByLabel("City", { exact: true }).fill("Enugu");
  await letCall(page, "PUT /api/v1/update-profile", "no words");
  await press(page, "Save");
  await seeTexts(page, "3 §8", ["Failed to update profile. Please try again later."]);
  await letAllCalls(page);
  await press(page, "Save");
  const said = page.getByText("Profile updated successfully");
  await seeThat("3 §9", "Messages of the profile vanish after 3 seconds", said);
  await letPass(page, 3_000);
  await said.waitFor({ state: "detached" });
  await upload(page);
  await letCall(page, "DELETE /api/v1/delete-dp", "no words");
  await removePicture(page);
  await seeTexts(page, "3 §8", ["Failed to delete profile picture. Please try again later."]);
  await page.goto("/cs-settings?tab=security");
  await page.getByLabel("Current password", { exact: true }).fill("Ìlú-àyàn-2026!");
  await page.getByLabel("New password", { exact: true }).fill("Ìlú-àyàn-2027!");
  await page.getByLabel("Confirm password", { exact: true }).fill("another");
  await press(page, "Change password");
  await seeTexts(page, "3 §5", ["Passwords do not match"]);
  await page.getByLabel("Confirm password", { exact: true }).fill("Ìlú-àyàn-2027!");
  await letCall(page, "PUT /api/v1/change-password", "no words");
  await press(page, "Change password");
  await seeTexts(page, "3 §8", ["Failed to change password. Please check your current password and try again."]);
});
