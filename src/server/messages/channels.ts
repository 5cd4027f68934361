/** Chooses the message channels of this server. */
import type { Config } from '../config.ts';
import type { Channels } from './channel.ts';
import { pushChannel } from './pushChannel.ts';
import { simulatedChannel } from './simulatedChannel.ts';
import { smsChannel } from './smsChannel.ts';

type Settings = Pick<Config, 'environment' | 'simulateMessages' | 'push' | 'sms'>;

/** In production simulated channels send nothing (K12). Once one real channel is configured, the other one is real or missing. */
export function messageChannels(config: Settings): Channels {
  if (!config.simulateMessages && (config.push || config.sms))
    return {
      push: config.push ? pushChannel(config.push) : null,
      sms: config.sms ? smsChannel(config.sms) : null,
    };
  if (config.environment === 'production') return { push: null, sms: null };
  return { push: simulatedChannel, sms: simulatedChannel };
}
