import type { MessageChannel } from './channel.ts';

/** Sends nothing and reports success. Numbers that end in 0000 fail. */
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
