/** The doors to whoever carries messages (B9.2): one small interface for every kind. Screens and calls never know which adapter stands behind it. */
import type { Config } from '../config.ts';
import { pushChannel } from './pushChannel.ts';
import { simulatedChannel } from './simulatedChannel.ts';
import { smsChannel } from './smsChannel.ts';

/** What goes out. `to`: a phone number (SMS), an e-mail address (mail), or a push subscription as JSON (push). */
export interface Message {
  to: string;
  title: string;
  message: string;
  /** Ours, the same at every try: a gateway that knows it already must not send again. */
  ref: string;
}

export interface Sent {
  status: 'sent' | 'failed';
  /** The gateway's own name for the message, by which its report comes back; null where it has none. */
  provider_ref: string | null;
  /** Why not, for the person who sent it: no address, no secret. */
  error: string | null;
  /** The address is dead for good: it is not asked again. */
  gone?: boolean;
}

export interface MessageChannel {
  readonly name: string;
  /** No message leaves this server. */
  readonly simulated: boolean;
  /** Never throws for what a gateway answers; a line that breaks may throw. */
  send(message: Message): Promise<Sent>;
}

export interface Channels {
  /** null: not set up, nothing goes out this way. */
  readonly push: MessageChannel | null;
  readonly sms: MessageChannel | null;
}

export const NO_PUSH = 'Push is not set up on this server.';
export const NO_SMS = 'SMS is not set up on this server.';
export const NO_DEVICE = 'No device';

type Settings = Pick<Config, 'environment' | 'simulateMessages' | 'push' | 'sms'>;

/** K12: what is only simulated sends nothing in production; where one real channel is set, the other is real or not there. */
export function messageChannels(config: Settings): Channels {
  if (!config.simulateMessages && (config.push || config.sms))
    return {
      push: config.push ? pushChannel(config.push) : null,
      sms: config.sms ? smsChannel(config.sms) : null,
    };
  if (config.environment === 'production') return { push: null, sms: null };
  return { push: simulatedChannel, sms: simulatedChannel };
}
