import type { Permission } from '#domain/permissions.ts';
import { Link } from '../Link.tsx';
import type { Address } from '../paths.ts';
import { Gate } from './Gate.tsx';

interface First {
  none: string;
  act: string;
  to: Address;
  needs: Permission;
}

/** The records that forms choose from, and where the first one is created. */
const FIRST = {
  seller: { none: 'There is no hub yet.', act: 'Create Hub', to: '/sellers/create', needs: 'create_seller' },
  manager: {
    none: 'Nobody can manage a hub yet. A seller manager or staff can.',
    act: 'Create Manager',
    to: '/managers/signup',
    needs: 'signup_manager',
  },
  manufacturer: {
    none: 'There is no manufacturer yet.',
    act: 'Create Manufacturer',
    to: '/manufacturers/create',
    needs: 'create_manufacturer',
  },
  brand: { none: 'There is no brand yet.', act: 'Create Brand', to: '/brands/create', needs: 'create_brand' },
  location: {
    none: 'There is no location yet.',
    act: 'Create Location',
    to: '/locations/create',
    needs: 'create_location',
  },
  store_type: {
    none: 'There is no store type yet.',
    act: 'Create Store Type',
    to: '/store-types/create',
    needs: 'create_store_type',
  },
} as const satisfies Record<string, First>;
export type FirstOf = keyof typeof FIRST;

export const isFirstOf = (model: string): model is FirstOf => Object.hasOwn(FIRST, model);

/** Below a field that has nothing to choose from: the next step. The form keeps what was typed as a draft. */
export function NoneYet({ of }: { of: FirstOf }) {
  const { none, act, to, needs }: First = FIRST[of];
  return (
    <>
      {none}{' '}
      <Gate needs={[needs]}>
        <Link to={to} className="font-semibold text-accent hover:underline">
          {act}
        </Link>
      </Gate>
    </>
  );
}
