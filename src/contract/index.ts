/** All models, for the server, the tests and the offline copy. */
import type { Model } from './model.ts';
import * as all from './models.ts';

export const models: readonly Model[] = Object.values(all);
