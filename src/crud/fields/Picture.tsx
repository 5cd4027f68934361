interface Props {
  /** The name of the pictured record; its first letters are shown if there is no picture. */
  name: string;
  path?: string | undefined;
}

/** The small picture of a list row: a logo, or the first letters of the name. It is decorative, because the name is beside it. */
export function Picture({ name, path }: Props) {
  const look = 'grid size-10 shrink-0 place-items-center overflow-hidden rounded-field border bg-surface-sunken';
  // The default picture of every new record says less than the letters of its name.
  if (path && !path.startsWith('shipped-'))
    return <img src={`/api/upload/file/${path}`} alt="" loading="lazy" className={`${look} object-contain`} />;
  const letters = name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word.normalize('NFC')][0] ?? '')
    .join('')
    .toUpperCase();
  return (
    <span aria-hidden="true" className={`${look} text-sm font-bold text-ink-faint`}>
      {letters}
    </span>
  );
}
