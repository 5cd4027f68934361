/** The steps of a new firm: what each is called, why it comes now, and where it is done. */
import type { Address } from '#crud/paths.ts';
import { TAKING } from '#domain/order.ts';
import type { SetupStep } from '#domain/setup.ts';

export interface SetUpStep {
  title: string;
  text: string;
  to: Address;
  search?: Readonly<Record<string, string>>;
}

const STEPS: Readonly<Record<SetupStep, SetUpStep>> = {
  account: {
    title: "Create the account of a hub's manager",
    text: 'Role Seller Manager. A hub needs one. Officers and staff get their accounts in the same place.',
    to: '/managers/signup',
  },
  hub: {
    title: 'Create a hub',
    text: 'The depot that holds the goods and sells them. It gets its warehouse automatically.',
    to: '/sellers/create',
  },
  manufacturer: {
    title: 'Create a manufacturer',
    text: 'Orders and reports are split by manufacturer.',
    to: '/manufacturers/create',
  },
  brand: {
    title: 'Create a brand',
    text: 'Each product has a brand, each brand a manufacturer.',
    to: '/brands/create',
  },
  product: {
    title: 'Create a product',
    text: 'With the number of units in a case and the price of a case.',
    to: '/products/create',
  },
  price: {
    title: 'Put a product on sale in a hub',
    text: 'Open the product and switch the hub on under “Prices by hub”.',
    to: '/products',
  },
  distributor: { title: 'Create a distributor', text: 'Who brings goods to your hubs.', to: '/distributors/create' },
  brings: {
    title: 'Say what a distributor brings',
    text: 'Choose “Products” in the menu of its row. Officers then find these goods first.',
    to: '/distributors',
  },
  location: { title: 'Create a location', text: 'A place where retailers have their stores.', to: '/locations/create' },
  store_type: {
    title: 'Create a store type',
    text: 'Kiosk, supermarket, pharmacy: what kind of store a retailer has.',
    to: '/store-types/create',
  },
  retailer: { title: 'Create a retailer', text: 'Who buys from your hubs.', to: '/buyers/signup' },
  receipt: {
    title: 'Receive the first shipment',
    text: 'Choose who brings it, count what came, complete it. Then the hub has stock.',
    to: '/inventory/shipment/in',
  },
  order: {
    title: 'Take the first order',
    text: 'Choose the retailer, then the products. It is delivered from Pending Orders.',
    to: '/order-groups',
    search: TAKING,
  },
};

export const SET_UP: readonly { title: string; steps: readonly (SetUpStep & { step: SetupStep })[] }[] = (
  [
    ['Hub', ['account', 'hub']],
    ['Goods', ['manufacturer', 'brand', 'product', 'price', 'distributor', 'brings']],
    ['Retailers', ['location', 'store_type', 'retailer']],
    ['First day', ['receipt', 'order']],
  ] as const
).map(([title, steps]) => ({ title, steps: steps.map((step) => ({ step, ...STEPS[step] })) }));
