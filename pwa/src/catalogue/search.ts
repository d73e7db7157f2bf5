/** Lower case without accents, so that "eko" finds "Èkó". */
function plainText(text: string): string {
  // Hooked letters are letters of their own, which no decomposition takes apart.
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(
    /[ɓɗƙƴ]/g,
    (letter) => PLAIN[letter] ?? letter,
  );
}

const PLAIN: Readonly<Record<string, string>> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };

/** Whether a track's title or artist has the term in it. */
export function matchesTerm({ title, artist }: { title: string; artist: string }, term: string): boolean {
  const wanted = plainText(term.trim());
  return plainText(title).includes(wanted) || plainText(artist).includes(wanted);
}
