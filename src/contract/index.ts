/** Every model, one sorted line each: data for the server, the tests and the offline copy. */
import { storeType } from './catalogue/storeType.ts';
import type { Model } from './model.ts';
import { manager } from './people/manager.ts';
import { warehouse } from './stock/warehouse.ts';

export const models: readonly Model[] = [
  manager,
  storeType,
  warehouse,
];
