import type { RoutePlanBuyer } from '#contract/people/routePlan.ts';
import type { PlannedVisit, Visit } from '#domain/routePlan.ts';

/** A retailer on the screen with the stored visit and the visit as it is shown now. */
export interface Stop {
  buyer: RoutePlanBuyer;
  stored: PlannedVisit;
  now: Visit;
}
