/** SMS through a gateway that speaks our own small protocol (docs/operations.md "Messages: e-mail, push, SMS"). */
import * as v from 'valibot';
import { askSigned } from '../calls/signedCall.ts';
import type { SignedService } from '../serviceConfig.ts';
import type { MessageChannel } from './channel.ts';

const id = v.pipe(v.string(), v.regex(/^[\w./:-]{1,100}$/));
const taken = v.object({ id });

export function smsChannel({ url, secret }: SignedService): MessageChannel {
  const failed = (error: string) => ({ status: 'failed' as const, provider_ref: null, error });
  return {
    name: 'http',
    simulated: false,
    async send({ to, title, message, ref }) {
      try {
        const body = { reference: ref, to, text: `${title}\n${message}` };
        const { status, data } = await askSigned(`${url}/messages`, secret, body, Math.floor(Date.now() / 1_000));
        const read = v.safeParse(taken, data);
        if (status !== 200 && status !== 202) return failed(`The SMS gateway refused it (${status}).`);
        return read.success
          ? { status: 'sent', provider_ref: read.output.id, error: null }
          : failed('The SMS gateway gave no name to the message.');
      } catch {
        return failed('The SMS gateway does not answer.');
      }
    },
  };
}
