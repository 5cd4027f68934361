/** Loads the code of the screens that people open most, so that a desk that loses the server in its first seconds can open them (decision 1511). */
import { contactStore } from '#client/online.ts';
import { sessionStore } from '#client/session/state.ts';
import type { LazyPart } from '#crud/lazyPart.tsx';
import { catalogueRoutes } from '#features/catalogue/routes.ts';
import { orderRoutes } from '#features/orders/routes.ts';
import { peopleRoutes } from '#features/people/routes.ts';
import { purchasingRoutes } from '#features/purchasing/routes.ts';
import { FIRST, isSpared } from './keepLists.ts';
import { isOfFloor } from './menu.ts';

const SCREENS = [...orderRoutes, ...catalogueRoutes, ...peopleRoutes, ...purchasingRoutes];

/**
 * The service worker stores the files of all screens later. A file that does not come is loaded when its screen is opened. A tablet of the floor opens other
 * screens, and has little memory.
 */
export async function keepScreens(): Promise<void> {
  const { profile } = sessionStore.read();
  if (!profile || isOfFloor(profile.role) || isSpared()) return;
  const { permissions } = profile;
  for (const to of FIRST) {
    const screen = SCREENS.find(({ options }) => 'path' in options && options.path === to);
    const { needs = [] } = screen?.options.staticData ?? {};
    if (!screen || !contactStore.read().online || !needs.some((one) => permissions.includes(one))) continue;
    await (screen.options.component as LazyPart<object>).preload();
  }
}
