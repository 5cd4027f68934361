import type { MessageChannel } from './channel.ts';

/** Sends nothing, says it did; numbers ending 0000 cannot be reached. */
export const simulatedChannel: MessageChannel = {
  name: 'simulated',
  simulated: true,
  send: ({ to, ref }) =>
    Promise.resolve(
      to.endsWith('0000')
        ? { status: 'failed', provider_ref: null, error: 'Subscriber unreachable' }
        : { status: 'sent', provider_ref: `simulated-${ref}`, error: null },
    ),
};
