import type { RoutePlanBuyer } from '#contract/people/routePlan.ts';
import type { PlannedVisit, Visit } from '#domain/routePlan.ts';

/** A retailer on the route plan: the record, the stored visit, and the visit with unsaved changes. */
export interface Stop {
  buyer: RoutePlanBuyer;
  stored: PlannedVisit;
  now: Visit;
}
