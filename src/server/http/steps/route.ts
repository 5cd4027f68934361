import { Refusal } from '../../calls/refusal.ts';
import { refuseForeign } from '../guards.ts';
import type { Step } from './step.ts';

/** Finds the call's handler; 404 for an unknown path, 405 for a wrong method. */
export const route: Step = (call) => {
  const { method, path } = call.request;
  const found = call.shared.registry.find(method, path);
  if (!found) throw new Refusal('no_such_call');
  if ('allow' in found) {
    call.headers.Allow = found.allow.join(', ');
    throw new Refusal('method');
  }
  call.handler = found.answer;
  call.addPathParams = found.pathParams;
  return null;
};

/** Refuses a write that a page of another origin sends (403). */
export const guard: Step = ({ request, handler, shared }) => {
  refuseForeign(request, handler.call.write, shared.config);
  return null;
};
