import { refuseGated } from '../../auth/mayCall.ts';
import { checkedInput } from '../../calls/checkedInput.ts';
import { partOfAnswer } from '../../resources/shortLists.ts';
import type { Step } from './step.ts';

/** Reads the input by the contract: 400 for its shape, 403 for a field that the actor may not send, 422 for values. */
export const validate: Step = (call) => {
  const { handler, params, who } = call;
  call.part = partOfAnswer(handler.call, params);
  refuseGated(handler.call.input, params, who);
  call.input = checkedInput(handler, params);
  return null;
};
