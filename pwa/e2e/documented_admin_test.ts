import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addTrack } from "../../backend/testing/people_fixtures.ts";
import { changeAnswer, letAllCalls, letCall } from "./given_answers.ts";
import { givePerson, type Person } from "./given_people.ts";
import { openStage, type Stage, type Visit } from "./e2e_server.ts";
import { holdTime, letPass } from "./given_time.ts";
import { seeScreens, seeTexts, seeThat } from "./see.ts";

const USERS = "GET /api/v1/admin/users";
let stage: Stage;
let boss: Person;

beforeAll(async () => {
  stage = await openStage();
  boss = await givePerson(stage.test.world, "Bose", "admin");
  const artist = await stage.addArtist();
  for (let count = 1; count <= 7; count++) {
    await addTrack(stage.test.world.deps, { ownerId: artist.userId, title: `Song ${count}`, artist: "Ìyá Sade" });
    await stage.test.person({ firstName: `Person ${count}` });
  }
  await stage.test.world.settle();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

async function openOffice(path: string): Promise<Visit> {
  const visit = await stage.visit();
  await holdTime(visit.page);
  await visit.page.goto(path);
  await logIn(visit.page);
  return visit;
}

async function logIn(page: Page): Promise<void> {
  await fill(page, "Email", boss.email);
  await fill(page, "Password", boss.password);
  await press(page, "Login");
  await page.getByRole("link", { name: "Logout" }).waitFor({ state: "attached" });
}

it("the admin log-in with its refusals, and every screen behind it", async () => {
  await using visit = await stage.visit();
  const { page } = visit;
  await page.goto("/admin");
  await fill(page, "Email", boss.email);
  await fill(page, "Password", boss.password);
  await letCall(page, "POST /api/v1/admin/login", "no words");
  await press(page, "Login");
  await seeTexts(page, "3 §8", ["Login failed"]);
  await letCall(page, "POST /api/v1/admin/login", "no answer");
  await press(page, "Login");
  await seeTexts(page, "3 §8", ["An error occurred. Please try again."]);
  await letAllCalls(page);
  await logIn(page);
  await seeScreens(page, "1 §2", ["/dashboard", "/users", "/alltrack"]);
  await seeScreens(page, "1 §2", ["/upload-song", "/create-admin", "/approve-earnings"]);
});

it("the dashboard's newest six songs and five users", async () => {
  await using visit = await openOffice("/dashboard");
  const { page } = visit;
  const uploads = page.getByRole("heading", { name: "Recent Uploads" }).locator("xpath=../..").getByRole("listitem");
  await seeThat("3 §9", "6 recent uploads on the dashboard", uploads.nth(5));
  await expect.poll(() => uploads.count()).toBe(6);
  const joined = page.getByText("joined as");
  await seeThat("3 §9", "5 recent users on the dashboard", joined.nth(4));
  await expect.poll(() => joined.count()).toBe(5);
  await seeScreens(page, "3 §2", ["/dashboard", "/users", "/alltrack"]);
  await seeScreens(page, "3 §2", ["/upload-song", "/create-admin", "/approve-earnings"]);
});

it("the users while they load, when they fail, when nobody is found, and when nobody may look", async () => {
  await using visit = await openOffice("/users?q=nobody+at+all");
  const { page } = visit;
  await seeTexts(page, "3 §2 User management", ["No users found"]);
  await letCall(page, USERS, "never");
  await page.goto("/users");
  await seeTexts(page, "3 §2 User management", ["Loading users..."]);
  await letCall(page, USERS, "no words");
  await page.reload();
  await seeTexts(page, "3 §8", ["Failed to fetch users"]);
  await letCall(page, USERS, { status: 401, json: { error: "Admin token not found. Please login again." } });
  await page.reload();
  await seeTexts(page, "3 §5", ["Authentication required. Please log in again."]);
});

it("a user is added, edited and deleted, and each can fail", async () => {
  await using visit = await openOffice("/users");
  const { page } = visit;
  await press(page, "Add New User");
  const modal = page.getByRole("dialog");
  await seeTexts(modal, "3 §2 Add/Edit user modal", ["Add New User"]);
  await press(page, "Save User");
  await seeTexts(modal, "3 §5", [
    "First name is required",
    "Last name is required",
    "Email is required",
    "Password is required",
  ]);
  await fill(page, "First Name", "Bola");
  await fill(page, "Last Name", "Ade");
  await modal.getByLabel("Email", { exact: true }).fill("bola@orin.example");
  await modal.getByLabel("Password", { exact: true }).fill("Gbedu-2026!");
  await fill(page, "Confirm Password", "Gbedu-2026!");
  await seeThat("3 §9", "Listener is the default role", modal.getByLabel("Role"));
  await expect.poll(() => modal.getByLabel("Role").inputValue()).toBe("listener");
  await letCall(page, "POST /api/v1/admin/users", "no words");
  await press(page, "Save User");
  await seeTexts(modal, "3 §8", ["Failed to save user"]);
  await letCall(page, "POST /api/v1/admin/users", "never");
  await press(page, "Save User");
  await seeTexts(modal, "3 §2 Add/Edit user modal", ["Saving..."]);
  await page.goto("/users");
  await press(page, "Edit Person 7 Obi");
  await seeTexts(modal, "3 §2 Add/Edit user modal", ["Edit User"]);
  await page.goto("/users");
  await letCall(page, "DELETE /api/v1/admin/users/*", "no words");
  await press(page, "Delete Person 7 Obi");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await seeTexts(page, "3 §8", ["Failed to delete user"]);
});

it("the tracks when they fail and when there are none; one is deleted, or not, for three seconds", async () => {
  await using visit = await openOffice("/alltrack");
  const { page } = visit;
  await letCall(page, "DELETE /api/v1/tracks/*", "no words");
  await press(page, "Delete Song 7");
  await seeTexts(page, "3 §2 Track management", [
    "Are you sure you want to delete this track? This action cannot be undone.",
  ]);
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Delete" });
  await confirm.click();
  await seeTexts(page, "3 §8", ["Failed to delete track"]);
  await letPass(page, 3_000);
  await letAllCalls(page);
  await press(page, "Delete Song 7");
  await confirm.click();
  await seeTexts(page, "3 §8", ["Track deleted successfully"]);
  const said = page.getByText("Track deleted successfully");
  await seeThat("3 §9", "Banners and delete messages of the back office vanish after 3 seconds", said);
  await letPass(page, 3_000);
  await said.waitFor({ state: "detached" });
  await letCall(page, "GET /api/v1/admin/tracks", "no words");
  await page.reload();
  await seeTexts(page, "3 §8", ["Failed to load tracks"]);
  await letAllCalls(page);
  await changeAnswer(page, "GET /api/v1/admin/tracks", () => []);
  await page.reload();
  await seeTexts(page, "3 §2 Track management", ["No tracks found. Upload some music to get started!"]);
});

it("another admin is made, and that can fail", async () => {
  await using visit = await openOffice("/create-admin");
  const { page } = visit;
  const create = "POST /api/auth/create-admin";
  await seeTexts(page.getByRole("main"), "3 §2 Create admin", ["Create Admin"]);
  await seeThat(
    "3 §2 Create admin",
    "A shop with one admin reads what it can do alone, and how it gets its second",
    page.getByText(/^There is only one side/),
  );
  await fill(page, "Full Name", "Ngozi Obi");
  await fill(page, "Admin Email", "ngozi@orin.example");
  await fill(page, "Admin Password", "Ngozi-2026!");
  await letCall(page, create, "no words");
  await press(page, "Create Admin");
  await seeTexts(page, "3 §8", ["An error occurred"]);
  await letAllCalls(page);
  await press(page, "Create Admin");
  await seeTexts(page, "3 §2 Create admin", ["Admin Created Successfully!"]);
  const done = page.getByRole("dialog");
  await done.getByText("Close").click();
  // An open dialog takes the focus back from any field.
  await done.waitFor({ state: "detached" });
  await fill(page, "Full Name", "Ada Obi");
  await fill(page, "Admin Email", "ada2@orin.example");
  await fill(page, "Admin Password", "Ngozi-2026!");
  await letCall(page, create, "never");
  await press(page, "Create Admin");
  await seeTexts(page, "3 §2 Create admin", ["Creating..."]);
});
