import { eventually, waitFor } from "../../backend/testing/wait.ts";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { addPerson } from "../../backend/testing/people_fixtures.ts";
import { launchBrowser, openScreen } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { pictureOf, wavOf } from "../../backend/testing/uploads.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { screenFindings } from "./axe_findings.ts";
import { givePerson, type Person } from "./given_people.ts";
import { publishSong } from "./given_song.ts";
import { closeAll, serveApp } from "./e2e_server.ts";
import { seeThat } from "./see.ts";

const BOSS = { email: "boss@orin.example", password: "Ìlú-àyàn-2026!" };
/** Another founding owner. */
const SECOND = { email: "second@orin.example", password: BOSS.password };
const NEW_USER = { email: "bola@orin.example", password: "Gbedu-2026!" };
const OWN = "Only-Bola-knows-26!";
let world: World;
let server: TestServer;
let browser: Browser;
let song: string;
let listener: Person;

beforeAll(async () => {
  world = await openWorld();
  const passwordHash = await hashPassword(BOSS.password);
  const name = { firstName: "Bọ́sẹ̀", lastName: "Boss" };
  for (const { email } of [BOSS, SECOND]) await addPerson(world.deps, { ...name, email, passwordHash, isAdmin: true });
  listener = await givePerson(world, "Listener", "listener");
  song = await publishSong(world, { longerThanMs: 30_000 });
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

async function openContext(more: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
  return await browser.newContext({
    ...{ viewport: { width: 1280, height: 800 }, baseURL: server.url, serviceWorkers: "block", ...more },
  });
}

async function logIn(page: Page, { email, password } = BOSS): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** The new user logs in with the password that the admin gave them. */
async function choosesOwnPassword(): Promise<void> {
  const context = await openContext();
  const theirs = await context.newPage();
  await theirs.goto("/login");
  await logIn(theirs, NEW_USER);
  await theirs.getByRole("heading", { name: "Choose your own password" }).waitFor();
  expect(await screenFindings(theirs)).toEqual([]);
  await theirs.getByLabel("New password").fill(NEW_USER.password);
  await theirs.getByRole("button", { name: "Save password" }).click();
  await theirs.getByText("Choose another one").waitFor();
  await theirs.getByLabel("New password").fill(OWN);
  await theirs.getByRole("button", { name: "Save password" }).click();
  await theirs.waitForURL("/");
  await context.close();
}

/** The path of the link in the newest mail to an invited admin. */
const invitationTo = (email: string) =>
  waitFor("the invitation", () => {
    const links = world.outbox.newest(50).filter(({ to }) => to === email)
      .map(({ text }) => /\/admin#invitation=[\w.-]+/.exec(text)?.[0]);
    return links.find((link) => link !== undefined);
  });

const rowOf = (page: Page, text: string) => page.getByRole("table", { name: "Users" }).getByRole("row", { name: text });
const loginStatus = async (person: { email: string; password: string }) => {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, rememberMe: false }),
  });
  await response.body?.cancel();
  return response.status;
};

describe("the back office", () => {
  it("asks for its own log-in, returns to the place, and forgets all on log-out", async () => {
    await using context = await openContext();
    const page = await context.newPage();
    await page.goto("/users?q=obi");
    await page.getByRole("heading", { name: "Admin login" }).waitFor();
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("Please fill in all fields").waitFor();
    await page.getByLabel("Email").fill(listener.email);
    await page.getByLabel("Password", { exact: true }).fill(listener.password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("Only admins can do this").waitFor();
    await logIn(page);
    await rowOf(page, listener.email).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?q=obi");
    await expect.poll(() => page.evaluate(() => [localStorage.getItem("username"), localStorage.getItem("token")]))
      .toEqual([null, null]);
    const cookies = (await context.cookies(`${server.url}/api`)).toSorted((one, other) =>
      one.name.localeCompare(other.name)
    );
    const closed = { path: "/api", httpOnly: true, sameSite: "Strict" };
    expect(cookies).toMatchObject([{ name: "orin_admin", ...closed }, { name: "orin_device", ...closed }]);
    await page.reload();
    await rowOf(page, listener.email).waitFor();
    await page.getByRole("link", { name: "Logout" }).click();
    await page.getByRole("heading", { name: "Admin login" }).waitFor();
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "Admin login" }).waitFor();
  });

  it("adds, edits, suspends and deletes a user", async () => {
    await using context = await openContext();
    const page = await context.newPage();
    await page.goto("/users");
    await logIn(page);
    await page.getByRole("button", { name: "Add New User" }).click();
    await expect.poll(() => starred(page)).toEqual(["First Name", "Last Name", "Email", "Password"]);
    await page.getByRole("button", { name: "Save User" }).click();
    for (const name of ["First name", "Last name", "Email", "Password"]) {
      await page.getByText(`${name} is required`).waitFor();
    }
    await page.getByLabel("First Name").fill("Bọ́lá");
    await page.getByLabel("Last Name").fill("Adé");
    await page.getByLabel("Email", { exact: true }).fill(NEW_USER.email);
    await page.getByLabel("Password", { exact: true }).fill(NEW_USER.password);
    await page.getByLabel("Confirm Password").fill("Another-2026!");
    await page.getByRole("button", { name: "Save User" }).click();
    await page.getByText("Passwords do not match").waitFor();
    await page.getByLabel("Confirm Password").fill(NEW_USER.password);
    await page.getByRole("button", { name: "Save User" }).click();
    await rowOf(page, NEW_USER.email).getByText("Verified").waitFor();
    await expect.poll(() => rowOf(page, NEW_USER.email).innerText()).toContain("N/A");
    await choosesOwnPassword();

    await page.getByRole("button", { name: "Edit Bọ́lá Adé" }).click();
    await page.getByLabel("Last Name").fill("Adéọlá");
    await page.getByLabel("Role").selectOption("creator");
    await page.getByRole("button", { name: "Save User" }).click();
    await rowOf(page, "Adéọlá").getByText("creator").waitFor();

    await page.getByRole("button", { name: "Edit Bọ́lá Adéọlá" }).click();
    await page.getByLabel("Send them a link to choose a new password").check();
    await page.getByRole("button", { name: "Save User" }).click();
    await page.getByText(`We send ${NEW_USER.email} a link to choose a password.`).waitFor();
    expect(await loginStatus({ ...NEW_USER, password: OWN })).toBe(200);

    await page.getByRole("button", { name: "More for Bọ́lá Adéọlá" }).click();
    await page.getByRole("menuitem", { name: "Suspend" }).click();
    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    await page.getByText("A reason is required").waitFor();
    await page.getByLabel("Reason").fill("Plays one song all night");
    await page.getByLabel("In words for them").fill("You play one song all night, on many phones.");
    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    await rowOf(page, "Adéọlá").getByText("Suspended").waitFor();
    expect(await loginStatus({ ...NEW_USER, password: OWN })).toBe(403);

    await page.getByRole("button", { name: "Delete Bọ́lá Adéọlá" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("User deleted successfully").waitFor();
    await rowOf(page, "Adéọlá").waitFor({ state: "detached" });

    await page.getByLabel("Which users").selectOption("Deleted, not erased yet");
    await rowOf(page, "Adéọlá").getByText("Deleted").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^(Edit|Delete) Bọ́lá/ }).count()).toBe(0);
    await page.getByRole("button", { name: "More for Bọ́lá Adéọlá" }).click();
    await page.getByRole("menuitem").first().waitFor();
    await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Open the page", "Timeline"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Restore Bọ́lá Adéọlá" }).click();
    await page.getByText("User restored").waitFor();
    await page.getByLabel("Search by name, email or phone...").fill("nobody at all");
    await page.getByText("No users found").waitFor();
  });

  it("makes another admin, who can log in", async () => {
    await using context = await openContext();
    const page = await context.newPage();
    await page.goto("/create-admin");
    await logIn(page);
    await page.getByLabel("Full Name").fill("Ngozi Obi");
    await page.getByLabel("Admin Email").fill("ngozi@orin.example");
    await page.getByLabel("Role").selectOption("Auditor");
    await page.getByRole("button", { name: "Create Admin" }).click();
    await page.getByRole("dialog", { name: "Admin Created Successfully!" }).getByText("Close").click();
    await expect.poll(() => page.getByLabel("Admin Email").inputValue()).toBe("");
    const row = page.getByRole("listitem").filter({ hasText: "Ngozi Obi" });
    await row.getByText("Has to choose a password").waitFor();
    await row.getByText("Let Ngozi Obi into the back office as Auditor").waitFor();
    await expect.poll(() => row.getByRole("button", { name: "Confirm it" }).count()).toBe(0);
    await page.getByRole("link", { name: "People" }).click();
    await rowOf(page, "ngozi@orin.example").getByText("Invited", { exact: true }).waitFor();
  });

  it("lets an invited admin in after an own password and the word of another side", async () => {
    const own = { email: "ngozi@orin.example", password: "Only-Ngozi-knows-26!" };
    await using context = await openContext();
    const page = await context.newPage();
    await page.goto(await invitationTo(own.email));
    await page.getByLabel("New password").fill(own.password);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Your password is saved.").waitFor();

    await using others = await openContext();
    const other = await others.newPage();
    await other.goto("/create-admin");
    await logIn(other, SECOND);
    const row = other.getByRole("listitem").filter({ hasText: "Ngozi Obi" });
    await row.getByRole("button", { name: "Confirm it" }).click();
    await row.getByText("Active").waitFor();

    await page.getByRole("button", { name: "Back to login" }).click();
    await logIn(page, own);
    await page.waitForURL("**/dashboard");

    // An auditor reads everything, changes nothing, and says why they look at people.
    const office = page.getByRole("navigation", { name: "Back office" });
    await office.getByRole("link", { name: "Audit" }).waitFor();
    await expect.poll(() => office.getByRole("link", { name: "Upload Song" }).count()).toBe(0);
    await page.goto("/upload-song");
    await page.getByText("Your role is Auditor. This page is for Owner or Catalogue.").waitFor();
    await office.getByRole("link", { name: "People" }).click();
    const why = page.getByRole("dialog", { name: "Why do you open personal details?" });
    await why.getByLabel("Your note").fill("The yearly audit of accounts");
    await why.getByRole("button", { name: "Open" }).click();
    await rowOf(page, own.email).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Add New User" }).count()).toBe(0);

    // More rights wait for the word of another side, and a day.
    await row.getByRole("button", { name: "Change role: Ngozi Obi" }).click();
    const dialog = other.getByRole("dialog", { name: "Role of Ngozi Obi" });
    await dialog.getByLabel("Role").selectOption("Owner");
    await dialog.getByRole("button", { name: "Propose role" }).click();
    await row.getByText("Give Ngozi Obi the role Owner").waitFor();
    await expect.poll(() => row.getByRole("button", { name: "Confirm it" }).count()).toBe(0);
  });

  it("lets a user's new email wait until an admin on another side confirms it", async () => {
    await using context = await openContext();
    const page = await context.newPage();
    await page.goto(`/users?q=${encodeURIComponent(listener.email)}`);
    await logIn(page);
    const edit = rowOf(page, listener.email).getByRole("button", { name: /^Edit/ });
    await edit.click();
    await page.getByRole("dialog", { name: "Edit User" }).getByLabel("Email").fill("new-ears@orin.example");
    await page.getByRole("button", { name: "Save User" }).click();
    await edit.click();
    await page.getByText("The email new-ears@orin.example waits for an admin on another side.").waitFor();
    await page.getByText("Give a user another email").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Confirm it" }).count()).toBe(0);

    await using others = await openContext();
    const other = await others.newPage();
    await other.goto("/proposals");
    await logIn(other, SECOND);
    await other.getByRole("list", { name: "What waits" }).getByRole("button", { name: "Give a user another email" })
      .click();
    const card = other.getByRole("region", { name: "The open case" });
    await card.getByRole("link", { name: "Open the user" }).click();
    await other.getByText("The email new-ears@orin.example waits").waitFor();
    await other.getByRole("dialog", { name: "Edit User" }).getByRole("button", { name: "Confirm it" }).click();
    await other.getByText("Confirmed: it is done").waitFor();
    await eventually("the form has the new email", async () => {
      const email = other.getByRole("dialog", { name: "Edit User" }).getByLabel("Email");
      return await email.inputValue();
    }).toBe("new-ears@orin.example");
  });

  it("uploads a song to its end: it says so in sight, the form is empty again, and the song is in the list", async () => {
    await using context = await openContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto("/upload-song");
    await logIn(page);
    const audio = { name: "Upload night.wav", mimeType: "audio/wav", buffer: Buffer.from(wavOf(40)) };
    await page.locator("input[type=file]").first().setInputFiles(audio);
    const cover = { name: "cover.png", mimeType: "image/png", buffer: Buffer.from(await pictureOf()) };
    await page.locator("input[type=file][accept^='image/']").setInputFiles(cover);
    await page.getByLabel("Artist Name").fill("Alhaji Sikiru");
    await page.getByLabel("Genre").selectOption("fuji");
    await page.getByRole("button", { name: "Upload Track" }).click();
    const isInSight = await page.getByText("Track uploaded successfully!").evaluate(
      // It goes by itself, so it is looked at in the page, with each frame while it is there.
      async (said) => {
        for (; said.isConnected; await new Promise(requestAnimationFrame)) {
          const { top, bottom } = said.getBoundingClientRect();
          if (top >= 0 && bottom <= innerHeight) return true;
        }
        return false;
      },
      undefined,
      { timeout: 120_000 },
    );
    expect(isInSight).toBe(true);
    await page.getByText("Track uploaded successfully!").waitFor({ state: "detached" });
    await expect.poll(() => page.getByLabel("Artist Name").inputValue()).toBe("");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/upload-song");
    await seeThat("3 §2 Admin upload", "After an upload the form is empty again", page.getByLabel("Artist Name"));
    await page.goto("/alltrack");
    await page.getByText("Upload night").first().waitFor();
    await page.getByRole("button", { name: "Delete Upload night" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Track deleted successfully").waitFor();
  });

  it("finds and deletes a track", async () => {
    await using context = await openContext();
    const page = await context.newPage();
    await page.goto("/alltrack");
    await logIn(page);
    await page.getByLabel("Search by title or artist...").fill("no such track");
    await page.getByText("No tracks found", { exact: true }).waitFor();
    await page.getByLabel("Search by title or artist...").fill("test artist");
    await page.getByRole("button", { name: `Delete ${song}` }).click();
    await page.getByText("Are you sure you want to delete this track? This action cannot be undone.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Track deleted successfully").waitFor();
    await page.goto("/alltrack");
    await page.getByText("No tracks found. Upload some music to get started!").waitFor();
  });
});

// Colours do not hang on the size, nor the layout on the colours: each of both once.
const LOOKS = [
  { colorScheme: "dark", viewport: { width: 360, height: 740 } },
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
] as const;

describe("its screens", () => {
  it.each(LOOKS)(
    "are free of what axe finds in $colorScheme at $viewport.width, without sideways scrolling",
    async ({ colorScheme, viewport }) => {
      await using context = await openContext({ colorScheme, viewport });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto("/admin");
      expect({ path: "/admin", found: await findings(page) }).toEqual({ path: "/admin", found: [] });
      await logIn(page);
      await page.getByText("Total Users").waitFor();
      for (const path of ["/dashboard", "/users", "/alltrack", "/upload-song", "/create-admin"]) {
        await openScreen(page, path);
        expect({ path, found: await findings(page) }).toEqual({ path, found: [] });
      }
      await openScreen(page, "/users");
      await page.getByRole("button", { name: "Add New User" }).click();
      expect({ modal: "add", found: await findings(page) }).toEqual({ modal: "add", found: [] });
      expect(errors).toEqual([]);
    },
  );
});

async function findings(page: Page): Promise<string[]> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  return await screenFindings(page);
}

/** The labels of the open form that have a star to see. Each of them says to screen readers, too, that it is required. */
async function starred(page: Page): Promise<string[]> {
  const labels = await page.getByRole("dialog").locator("label").evaluateAll((all) =>
    all.map((label) => ({
      text: label.textContent ?? "",
      hasStar: getComputedStyle(label, "::after").content.includes("*"),
      isRequired: document.getElementById(label.getAttribute("for") ?? "")?.getAttribute("aria-required") === "true",
    }))
  );
  expect(labels.filter(({ hasStar, isRequired }) => hasStar !== isRequired)).toEqual([]);
  return labels.filter(({ hasStar }) => hasStar).map(({ text }) => text);
}
