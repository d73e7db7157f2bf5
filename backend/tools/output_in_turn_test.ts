import { describe, expect, it } from "vitest";
import { outputInTurn, tailOf } from "./output_in_turn.ts";

function listen() {
  const heard: string[] = [];
  const next = outputInTurn((chunk) => void heard.push(new TextDecoder().decode(chunk)));
  const speak = () => {
    const voice = next();
    return { say: (text: string) => voice.say(new TextEncoder().encode(text)), end: voice.end };
  };
  return { heard, speak };
}

describe("outputInTurn()", () => {
  it("passes on at once what the first says, and keeps what the others say", () => {
    const { heard, speak } = listen();
    const [one, two] = [speak(), speak()];
    two.say("b1");
    one.say("a1");
    expect(heard).toEqual(["a1"]);
    one.end();
    expect(heard).toEqual(["a1", "b1"]);
    two.say("b2");
    expect(heard).toEqual(["a1", "b1", "b2"]);
  });

  it("loses nothing of one that ends before its turn", () => {
    const { heard, speak } = listen();
    const [one, two, three] = [speak(), speak(), speak()];
    two.say("b");
    two.end();
    three.say("c");
    expect(heard).toEqual([]);
    one.end();
    expect(heard).toEqual(["b", "c"]);
    three.end();
    const four = speak();
    four.say("d");
    expect(heard).toEqual(["b", "c", "d"]);
  });
});

describe("tailOf()", () => {
  const tailAfter = (...chunks: string[]) => {
    const tail = tailOf(8);
    for (const chunk of chunks) tail.say(new TextEncoder().encode(chunk));
    return tail.text();
  };

  it("keeps all of what is short", () => expect(tailAfter("ab\n", "cd\n")).toBe("ab\ncd\n"));

  it("keeps the last whole lines of what is long, however it was cut", () => {
    expect(tailAfter("first line\n", "ab\ncd", "\nef\n")).toBe("cd\nef\n");
    expect(tailAfter("first line\nab\ncd\nef\n")).toBe("cd\nef\n");
  });
});
