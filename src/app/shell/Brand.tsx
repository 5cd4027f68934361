import { useSession } from '#crud/query/useSession.ts';
import { APP_NAME, isHubSide } from '#domain/permissions.ts';
import { Mark } from '#ui/Mark.tsx';

/** The product's name for staff, the hub's name for people of a hub (SHELL-18, A10). */
export function Brand() {
  const { profile } = useSession();
  const name = profile && isHubSide(profile.role) && profile.seller ? profile.seller.name : APP_NAME;
  return (
    <span className="flex h-8 min-w-0 flex-wrap overflow-hidden text-brand-ink">
      {/* The name is shown whole or not at all. Without enough width it wraps to a second line, which is hidden. */}
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
