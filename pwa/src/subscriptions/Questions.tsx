const ANSWERS = [
  {
    question: "Does it renew by itself?",
    answer: "No. You pay for a month at a time, and we write to you before it ends. Nothing is taken without you.",
  },
  {
    question: "What if I pay again early?",
    answer: "The new month begins where the old one ends. No day is lost.",
  },
  {
    question: "Do I earn more with Premium?",
    answer: "A minute earns the same for everybody. Premium takes away the limit of free plays, so more can be heard.",
  },
];

/** What people ask before they pay. */
export function Questions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-4 text-xl">Good to know</h2>
      <dl className="flex flex-col gap-4">
        {ANSWERS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-sm text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
