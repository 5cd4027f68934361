/** The sidebar (SHELL-20 to SHELL-28, B10.3): groups and links in the documents' order, each with its own permission. */
import type { Permission } from '#domain/permissions.ts';
import { KINDS } from '#domain/transfer.ts';
import type { IconName } from '#ui/Icon.tsx';

export interface MenuLink {
  title: string;
  to: string;
  needs: Permission | null;
}

export interface MenuGroup {
  title: string;
  icon: IconName;
  needs: Permission;
  links: readonly MenuLink[];
}

const transferLink = (kind: keyof typeof KINDS): MenuLink => ({
  title: KINDS[kind].title,
  to: `/inventory/${KINDS[kind].type}/${KINDS[kind].direction}`,
  needs: KINDS[kind].permission,
});

export const MENU: readonly MenuGroup[] = [
  {
    title: 'Inventory',
    icon: 'warehouse',
    needs: 'view_sidebar_inventory',
    links: [
      { title: 'Products', to: '/products', needs: 'view_products' },
      { title: 'Warehouses', to: '/warehouses', needs: 'view_warehouses' },
      transferLink('stock_out'),
      transferLink('stock_in'),
      transferLink('shipment_in'),
      transferLink('shipment_out'),
      { title: 'Reports', to: '/inventory/report', needs: 'view_warehouses' },
    ],
  },
  {
    title: 'People',
    icon: 'people',
    needs: 'view_sidebar_people',
    links: [{ title: 'Managers', to: '/managers', needs: 'view_managers' }],
  },
  {
    title: 'More',
    icon: 'more',
    needs: 'view_sidebar_more',
    links: [{ title: 'Store Types', to: '/store-types', needs: 'view_store_types' }],
  },
];

/** What a person sees: a link needs its permission, a group its own and at least one link. */
export function menuFor(permissions: readonly string[]): MenuGroup[] {
  return MENU.filter((group) => permissions.includes(group.needs))
    .map((group) => ({
      ...group,
      links: group.links.filter((link) => link.needs === null || permissions.includes(link.needs)),
    }))
    .filter((group) => group.links.length > 0);
}
