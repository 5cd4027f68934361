import { useSession } from '#crud/query/useSession.ts';
import { APP_NAME, isHubSide } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';
import { Mark } from '#ui/Mark.tsx';

/** The product's name for staff, the hub's name for people of a hub (SHELL-18, A10). */
export function Brand() {
  const { profile } = useSession();
  const hub = profile && isHubSide(profile.role) && profile.seller?.name;
  return (
    <span className="flex h-8 min-w-0 flex-wrap overflow-hidden text-brand-ink">
      {/* The name is shown whole or not at all. Without enough width it wraps to a second line, which is hidden. */}
      <span className="h-8" />
      <span className="flex h-8 items-center">
        <Mark size={30} />
      </span>
      {/* The name of a hub has two lines on a phone. */}
      <span
        title={hub || undefined}
        className={classes(
          'h-8 min-w-0 grow basis-16 pl-2.5 font-semibold tracking-tight',
          hub
            ? 'max-sm:flex max-sm:items-center max-sm:text-[0.8125rem] max-sm:leading-4 sm:truncate sm:text-lg sm:leading-8'
            : 'truncate text-lg leading-8',
        )}
      >
        {hub ? <span className="max-sm:line-clamp-2">{hub}</span> : APP_NAME}
      </span>
    </span>
  );
}
