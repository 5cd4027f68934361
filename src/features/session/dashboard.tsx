import { Suspense } from 'react';
import { isPlain } from '#client/server/shown.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useSession } from '#crud/query/useSession.ts';
import type { Preload } from '#crud/routes.ts';
import { ServerLink } from '#crud/ServerLink.tsx';
import { figuresFor, movesGoods, takesOrders } from '#domain/home.ts';
import { TAKING } from '#domain/order.ts';
import { dateInput, showDay } from '#domain/time.ts';
import { KINDS } from '#domain/transfer.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { Icon } from '#ui/Icon.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Page } from '#ui/Page.tsx';
import { orderTexts } from '../orders/parts/texts.ts';

// These parts load after the first paint.
const Home = lazyPart(() => import('./home/Home.tsx'), 'Home');
const HeadRange = lazyPart(() => import('./home/HomeRange.tsx'), 'HeadRange');

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Loads the home's code and saved reads, so that the first paint shows the saved copies. */
export const preload: Preload = async (search) => {
  const file = import('./home/Home.tsx');
  await Promise.all([file.then((home) => home.firstReads(search)), Home.preload()]);
};

/** Loads the home's parts before they are first drawn. React shows a part that loads later at least 300 ms after its placeholder. */
export const loadParts = () =>
  Promise.all([Home.preload(), HeadRange.preload(), import('./home/Home.tsx').then((home) => home.DayPlot.preload())]);

/** "Tuesday, 24 Nov" in Lagos. */
function todayText(now: number): string {
  return `${WEEKDAYS[new Date(`${dateInput(now)}T00:00:00Z`).getUTCDay()]}, ${showDay(now, now)}`;
}

/** The home (DASH-01): name, e-mail and role in one line, and the person's figures and work below. */
export function Screen() {
  const { profile } = useSession();
  const isPhone = useMedia('(width < 40rem)');
  if (!profile) return null;
  const { permissions, name, email, role_name } = profile;
  // Officers have large buttons for transfers. People with every right have one button beside the heading, and the others in its menu.
  const kinds = permissions.includes('create_purchase_order')
    ? Object.values(KINDS).filter((kind) => permissions.includes(kind.permission))
    : [];
  const link = (kind: (typeof kinds)[number], index: number) => (
    <Link
      key={kind.kind}
      to={`/inventory/${kind.type}/${kind.direction}`}
      className={buttonClasses(index === 0 ? 'primary' : 'plain')}
    >
      {kind.title}
    </Link>
  );
  const takes = takesOrders(profile);
  const hasRange = figuresFor(profile).length > 0 && !isPlain();
  return (
    <Page
      title={`Welcome, ${name}`}
      note={
        <section aria-label="Your account" className="[overflow-wrap:anywhere]">
          <span className="sr-only">{name}, </span>
          {email}, {role_name}
          <span className="max-sm:hidden">. {todayText(Date.now() / 1_000)}</span>
        </section>
      }
      actions={
        (kinds.length > 0 || hasRange || takes) && (
          <div data-grows className="flex flex-wrap gap-2 sm:grow sm:justify-end">
            {hasRange && (
              // On a narrow screen this switch would push down the cards that an officer presses first. Such a screen shows the switch above the figures.
              <div className={classes('min-h-tap max-sm:order-last sm:grow', movesGoods(profile) && 'max-lg:hidden')}>
                {/* About as wide as the switch of the office, so that the row does not wrap when it comes. */}
                <Suspense fallback={<div className="sm:w-88 pointer-coarse:sm:w-96" />}>
                  <HeadRange />
                </Suspense>
              </div>
            )}
            {takes && (
              <ServerLink
                to="/order-groups"
                search={TAKING}
                className={classes(buttonClasses('primary'), 'max-sm:w-full')}
              >
                <Icon name="plus" />
                {orderTexts.take}
              </ServerLink>
            )}
            {kinds.length > 0 && (
              <section aria-label="Transfers" className="home-acts">
                {(isPhone ? kinds : kinds.slice(0, 1)).map(link)}
                {!isPhone && kinds.length > 1 && (
                  <RowMenu of="with stock" head>
                    {kinds.slice(1).map((kind) => (
                      <Link key={kind.kind} to={`/inventory/${kind.type}/${kind.direction}`}>
                        {kind.title}
                      </Link>
                    ))}
                  </RowMenu>
                )}
              </section>
            )}
          </div>
        )
      }
    >
      {/* The content starts a little lower than on other screens, so that the age of a saved copy has space below. */}
      <div className="flex flex-col gap-4 pt-1.5">
        <Suspense fallback={<div className="min-h-[60rem]" />}>
          <Home />
        </Suspense>
      </div>
    </Page>
  );
}
