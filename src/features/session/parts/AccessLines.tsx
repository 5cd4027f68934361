import { accessWords } from './accessWords.ts';

const listed = (words: readonly string[]) => {
  const text = words.join(', ');
  return text === '' ? 'Nothing' : text.charAt(0).toUpperCase() + text.slice(1);
};

/** The rights in words. Undefined until they are loaded. A person without these rights uses the home and the game only, which need no right. */
export function AccessLines({ permissions }: { permissions: readonly string[] | undefined }) {
  const words = permissions && accessWords(permissions);
  if (words && Object.values(words).every((one) => one.length === 0))
    return <p className="mt-2 min-h-24 text-sm">Works with their home page and the game only.</p>;
  const lines = [
    ['Sees', words?.sees],
    ['Changes', words?.changes],
    ['Does', words?.does],
  ] as const;
  return (
    <dl className="mt-2 grid min-h-24 grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      {lines.map(([title, of]) => (
        <div key={title} className="contents">
          <dt className="text-ink-faint">{title}</dt>
          <dd>{of && listed(of)}</dd>
        </div>
      ))}
    </dl>
  );
}
