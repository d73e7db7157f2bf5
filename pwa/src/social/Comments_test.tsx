import type { Comment } from "@contract/social.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type Answer, answerCalls, type Call, refusal } from "../../testing/answer_calls.ts";
import { givenListener } from "../../testing/given_session.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession } from "../lib/session.ts";
import { Comments } from "./Comments.tsx";

const LIST = "GET /api/v1/comments/artist/ayo";
const AT = "2026-11-20T10:00:00.000Z";

function said(content: string, more: Partial<Comment> = {}): Comment {
  const userId = { _id: "u1", firstName: "Ada", username: "ada", profileImage: { url: "" } };
  const nothing = { likes: [], likeCount: 0, liked: false };
  return { _id: content, content, createdAt: AT, updatedAt: AT, ...nothing, userId, ...more };
}

function page(comments: readonly Comment[], totalPages = 1): Answer {
  return { body: { comments, page: 1, totalPages, total: comments.length } };
}

function open(answers: Record<string, Answer | readonly Answer[]>): Call[] {
  const calls = answerCalls(answers);
  renderScreen(<Comments entityType="artist" entityId="ayo" />);
  return calls;
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

givenListener();

describe("a new comment", () => {
  it("cannot be empty", async () => {
    const calls = open({ [LIST]: page([]) });
    await userEvent.type(screen.getByLabelText("Write a comment"), "   ");
    await press("Post Comment");
    expect(screen.getByText("Comment cannot be empty")).toBeTruthy();
    expect(calls.some(({ call }) => call.startsWith("POST"))).toBe(false);
  });

  it("needs an account", async () => {
    endSession();
    open({ [LIST]: page([]) });
    await userEvent.type(screen.getByLabelText("Write a comment"), "Nice");
    await press("Post Comment");
    expect(screen.getByText("Please log in to comment")).toBeTruthy();
  });

  it("is sent without the blanks around it, and is then in the list", async () => {
    const calls = open({
      [LIST]: [page([]), page([said("Nice")])],
      "POST /api/v1/comments": { body: { comment: {} } },
    });
    await userEvent.type(screen.getByLabelText("Write a comment"), " Nice ");
    await press("Post Comment");
    expect(await screen.findByText("Nice", { selector: "p" })).toBeTruthy();
    expect(calls.find(({ call }) => call === "POST /api/v1/comments")?.body).toEqual({
      commentId: expect.any(String),
      artistId: "ayo",
      content: "Nice",
    });
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("Write a comment").value).toBe(""));
  });

  it.each<[string, Answer]>([
    ["posted", { body: { comment: {} } }],
    ["refused", refusal(429, "Please slow down")],
  ])("that is %s leaves the focus in the box", async (_outcome, answer) => {
    open({ [LIST]: page([]), "POST /api/v1/comments": answer });
    const box = screen.getByLabelText("Write a comment");
    await userEvent.type(box, "Nice");
    await press("Post Comment");
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  it.each<[Answer, string]>([
    [refusal(429, "Please slow down"), "Please slow down"],
    [{ status: 500, body: undefined }, "Failed to add comment"],
  ])("that fails stays in the box: %o", async (answer, text) => {
    open({ [LIST]: page([]), "POST /api/v1/comments": answer });
    await userEvent.type(screen.getByLabelText("Write a comment"), "Nice");
    await press("Post Comment");
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Write a comment").value).toBe("Nice");
  });
});

describe("the list", () => {
  it("says that it failed to load, and tries again", async () => {
    open({ [LIST]: [{ status: 500, body: undefined }, page([said("Nice")])] });
    expect(await screen.findByText("Failed to load comments")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("Nice")).toBeTruthy();
  });

  it("of which nothing is here without a network says when it comes, which is no failure", async () => {
    open({ [LIST]: "no network" });
    expect(await screen.findByText("The comments show once you are connected.")).toBeTruthy();
    expect(screen.queryByText("Failed to load comments")).toBeNull();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  });

  it("goes from page to page and no further", async () => {
    open({ [LIST]: [page([said("First")], 2), page([said("Second")], 2)] });
    const button = async (name: string) => await screen.findByRole<HTMLButtonElement>("button", { name });
    expect((await button("Previous")).disabled).toBe(true);
    await press("Next");
    expect(await screen.findByText("Second")).toBeTruthy();
    expect(screen.getByText("Page 2 of 2")).toBeTruthy();
    expect((await button("Next")).disabled).toBe(true);
  });

  it("marks what was edited, and calls an author without a name Anonymous", async () => {
    const userId = { _id: "u2", firstName: "", username: "", profileImage: { url: "" } };
    open({ [LIST]: page([said("Nice", { userId, updatedAt: "2026-11-21T10:00:00.000Z" })]) });
    expect(await screen.findByText("Edited 21 Nov 2026")).toBeTruthy();
    expect(screen.getByText("Anonymous")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });
});

describe("a like", () => {
  it("is shown at once, and taken back when it is refused", async () => {
    open({ [LIST]: page([said("Nice")]), "POST /api/v1/comments/like/Nice": { status: 500, body: undefined } });
    await press(/^Like/);
    expect(await screen.findByText("Failed to like comment")).toBeTruthy();
    expect(screen.getByRole("button", { name: /Like, 0 likes/ }).getAttribute("aria-pressed")).toBe("false");
  });

  it("needs an account", async () => {
    endSession();
    open({ [LIST]: page([said("Nice")]) });
    await press(/^Like/);
    expect(screen.getByRole("dialog", { name: "Please log in to like comments" })).toBeTruthy();
  });
});

describe("replies", () => {
  const REPLIES = "GET /api/v1/comments/Nice/replies";
  const thread = said("Nice", { replyCount: 2 });
  const replies = (...list: Comment[]): Answer => ({ body: { replies: list, nextCursor: null } });
  const [ben, cy] = ["Ben", "Cy"].map((name) => (
    { _id: name, firstName: name, username: name, profileImage: { url: "" } }
  ));
  const first = said("True", { threadId: "Nice", replyTo: "Nice", ...(ben && { userId: ben }) });
  const second = said("So true", { threadId: "Nice", replyTo: "True", ...(cy && { userId: cy }) });

  it("are folded under their comment, and say whom they answer", async () => {
    open({ [LIST]: page([thread]), [REPLIES]: replies(first, second) });
    const fold = await screen.findByRole("button", { name: "2 replies" });
    expect(fold.getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByText("True")).toBeNull();
    await userEvent.click(fold);
    expect(await screen.findByText("So true")).toBeTruthy();
    expect(screen.getByText("to Ben")).toBeTruthy();
    await press("Hide 2 replies");
    expect(screen.queryByText("So true")).toBeNull();
  });

  it("stand unfolded where the address names their thread, on whatever page it is", async () => {
    Element.prototype.scrollIntoView = () => {};
    answerCalls({ [LIST]: [page([said("Newer")], 2), page([thread], 2)], [REPLIES]: replies(first, second) });
    renderScreen(<Comments entityType="artist" entityId="ayo" />, { path: "/#thread-Nice" });
    await screen.findByText("True");
    expect(screen.getByRole("button", { name: "Hide 2 replies" })).toBeTruthy();
    expect(screen.getByText("Page 2 of 2")).toBeTruthy();
  });

  it("are written in their place, unfold, and give the focus back", async () => {
    const own = said("Amen", { threadId: "Nice", replyTo: "Nice" });
    const calls = open({
      [LIST]: [page([said("Nice")]), page([said("Nice", { replyCount: 1 })])],
      [REPLIES]: replies(own),
      "POST /api/v1/comments": { body: { comment: {} } },
    });
    await press("Reply");
    const box = screen.getByLabelText("Write a reply");
    expect(document.activeElement).toBe(box);
    await userEvent.type(box, "Amen");
    await press("Post Reply");
    expect(await screen.findByText("Amen", { selector: "p" })).toBeTruthy();
    expect(calls.find(({ call }) => call === "POST /api/v1/comments")?.body).toMatchObject({
      ...{ artistId: "ayo", content: "Amen", replyTo: "Nice" },
    });
    expect(screen.queryByLabelText("Write a reply")).toBeNull();
    expect(document.activeElement?.textContent).toBe("Reply");
  });

  it("to a reply name it, and need an account", async () => {
    const calls = open({
      [LIST]: page([thread]),
      [REPLIES]: replies(first, second),
      "POST /api/v1/comments": { body: { comment: {} } },
    });
    await press("2 replies");
    await screen.findByText("So true");
    const buttons = screen.getAllByRole("button", { name: "Reply" });
    if (buttons[2]) await userEvent.click(buttons[2]);
    await userEvent.type(screen.getByLabelText("Write a reply"), "Ha");
    await press("Post Reply");
    await waitFor(() =>
      expect(calls.find(({ call }) => call === "POST /api/v1/comments")?.body).toMatchObject({ replyTo: "So true" })
    );
    endSession();
    await userEvent.click((await screen.findAllByRole("button", { name: "Reply" }))[0] ?? document.body);
    expect(screen.getByRole("dialog", { name: "Please log in to comment" })).toBeTruthy();
  });

  it("stand where their comment is removed, which offers nothing else; a failure is said", async () => {
    const removed = said("Comment removed", { _id: "Nice", isRemoved: true, replyCount: 1 });
    open({ [LIST]: page([removed]), [REPLIES]: [{ status: 500, body: undefined }, replies(first)] });
    await press("1 reply");
    expect(await screen.findByText("Failed to load replies")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Like/ })).toBeNull();
    await press("Try Again");
    expect(await screen.findByText("True")).toBeTruthy();
  });
});

describe("one's own comment", () => {
  it("is edited in its place", async () => {
    open({
      [LIST]: page([said("Nice")]),
      "PUT /api/v1/comments/Nice": { body: { comment: said("Nicer", { _id: "Nice" }) } },
    });
    await press("Edit");
    const box = screen.getByLabelText("Edit comment");
    await userEvent.clear(box);
    await press("Save");
    expect(screen.getByText("Comment cannot be empty")).toBeTruthy();
    await userEvent.type(box, "Nicer");
    await press("Save");
    expect(await screen.findByText("Nicer")).toBeTruthy();
    expect(screen.queryByLabelText("Edit comment")).toBeNull();
  });

  it("that cannot be changed says so", async () => {
    open({ [LIST]: page([said("Nice")]), "PUT /api/v1/comments/Nice": { status: 500, body: undefined } });
    await press("Edit");
    await press("Save");
    expect(await screen.findByText("Failed to update comment")).toBeTruthy();
  });

  it("is deleted after asking", async () => {
    open({
      [LIST]: [page([said("Nice")]), page([])],
      "DELETE /api/v1/comments/Nice": [
        { status: 500, body: undefined },
        { body: { message: "" } },
      ],
    });
    await press("Delete");
    const dialog = within(screen.getByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete comment")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("Nice")).toBeNull());
  });
});
