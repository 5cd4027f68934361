import type { RoutePlanBuyer } from '#contract/people/routePlan.ts';
import type { PlannedVisit, Visit } from '#domain/routePlan.ts';

/** A retailer on screen: who it is, the stored visit, and the visit as it stands now. */
export interface Stop {
  buyer: RoutePlanBuyer;
  stored: PlannedVisit;
  now: Visit;
}
