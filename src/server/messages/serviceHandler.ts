import { services } from '#contract/settings/serviceCalls.ts';
import { handle } from '../calls/handler.ts';
import type { Config } from '../config.ts';
import { bankProvider } from '../wallet/bankProvider.ts';
import { messageChannels } from './channels.ts';

const stateOf = (door: { simulated: boolean } | null) =>
  door === null ? ('none' as const) : door.simulated ? ('simulated' as const) : ('set' as const);

export function serviceHandler(config: Config) {
  const { push, sms } = messageChannels(config);
  const states = { bank: stateOf(bankProvider(config)), push: stateOf(push), sms: stateOf(sms) };
  return handle(services, async () => states);
}
