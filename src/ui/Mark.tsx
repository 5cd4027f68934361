/** The logo: three stacked crates under a market roof. */
export function Mark({ size = 32 }: { size?: number }) {
  const side = `${size / 16}rem`;
  return (
    <svg viewBox="0 0 64 64" width={side} height={side} className="shrink-0" aria-hidden="true" focusable="false">
      <path d="M6 24 32 8l26 16v5H6z" fill="var(--brand-mark)" />
      <path d="M12 34h18v10H12zM34 34h18v10H34zM23 47h18v10H23z" fill="var(--brand-ink)" />
    </svg>
  );
}
