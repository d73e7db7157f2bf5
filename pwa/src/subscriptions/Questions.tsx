const ANSWERS = [
  {
    question: "Does it renew by itself?",
    answer: "No. You pay for one month at a time, and we email you before it ends. We never charge you without asking.",
  },
  {
    question: "What if I pay again early?",
    answer: "The new month starts when the old one ends. You do not lose a day.",
  },
  {
    toMembers: false,
    question: "Do I earn more with Premium?",
    answer: "A minute earns the same for everyone. With Premium there is no limit on plays, so you can listen more.",
  },
];

/** What people ask before they pay, and of that what is of use after. */
export function Questions({ isMember }: { isMember: boolean }) {
  const answers = ANSWERS.filter(({ toMembers = true }) => toMembers || !isMember);
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-4 text-xl">Good to know</h2>
      <dl className="flex flex-col gap-4">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-sm text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
