/** The door to whoever carries messages (B9.2). Screens and calls never know which one stands behind it. */
import type { Config } from '../config.ts';

export interface Message {
  channel: 'push' | 'sms';
  phone: string;
  title: string;
  message: string;
  /** Ours, the same at every try: a gateway that knows it already must not send again. */
  ref: string;
}

export interface Sent {
  status: 'sent' | 'failed';
  provider_ref: string | null;
  error: string | null;
}

export interface MessageGateway {
  readonly simulated: boolean;
  send(message: Message): Promise<Sent>;
}

export function messageGateway(config: Pick<Config, 'messageGateway'>): MessageGateway {
  return { simulated: simulatedGateway }[config.messageGateway];
}

/** Sends nothing, says it did; numbers ending 0000 cannot be reached. */
const simulatedGateway: MessageGateway = {
  simulated: true,
  send: ({ phone, ref }) =>
    Promise.resolve(
      phone.endsWith('0000')
        ? { status: 'failed', provider_ref: null, error: 'Subscriber unreachable' }
        : { status: 'sent', provider_ref: `simulated-${ref}`, error: null },
    ),
};
