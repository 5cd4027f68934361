import { useSession } from '#crud/query/useSession.ts';
import { APP_NAME, isHubSide } from '#domain/permissions.ts';

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

/** The company's brand for staff; people of a hub see their hub's name (SHELL-18, A10). */
export function Brand() {
  const { profile } = useSession();
  const name = profile && isHubSide(profile.role) && profile.seller ? profile.seller.name : APP_NAME;
  return (
    <span className="flex h-8 min-w-0 flex-wrap overflow-hidden text-brand-ink">
      {/* If there is no space for a word, the word is hidden instead of cut: logo and word wrap to a line outside the visible height. */}
      <span className="h-8" />
      <span className="flex h-8 items-center">
        <Mark size={30} />
      </span>
      <span className="h-8 min-w-0 grow basis-16 truncate pl-2.5 text-lg leading-8 font-bold tracking-tight">
        {name}
      </span>
    </span>
  );
}
