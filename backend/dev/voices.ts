export interface Voice {
  say(chunk: Uint8Array): void;
  end(): void;
}

/**
 * Lets several works print at the same time and stay readable: whoever was asked for first is heard as it speaks, the
 * others' words are kept until all before them have ended.
 */
export function voicesInTurn(write: (chunk: Uint8Array) => void): () => Voice {
  const turns: { kept: Uint8Array[]; ended: boolean }[] = [];
  const passOn = () => {
    for (let turn = turns[0]; turn; turn = turns[0]) {
      for (const chunk of turn.kept.splice(0)) write(chunk);
      if (!turn.ended) return;
      turns.shift();
    }
  };
  return () => {
    const turn = { kept: [] as Uint8Array[], ended: false };
    turns.push(turn);
    return {
      say(chunk) {
        turn.kept.push(chunk);
        passOn();
      },
      end() {
        turn.ended = true;
        passOn();
      },
    };
  };
}
