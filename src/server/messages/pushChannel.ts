/** Web Push: encrypted for one browser, signed with this server's key pair (VAPID), and delivered through the browser's push service. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { PushConfig } from '../serviceConfig.ts';
import type { MessageChannel } from './channel.ts';

/** A subscription in the browser's own format. */
const subscription = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
});

/** Seconds that the push service keeps a message for a browser that is offline. Older news are useless. */
const KEPT = 86_400;
const PATIENCE_MS = 20_000;

/** Whether the endpoint is https at one of the named services. http is allowed only for this machine, and only when it is named. */
export function mayPushTo(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint) || endpoint.length > 1_000) return false;
  const { protocol, hostname, username, port } = new URL(endpoint);
  const here = hostname === '127.0.0.1' || hostname === 'localhost';
  if (username || !(protocol === 'https:' ? here || port === '' : protocol === 'http:' && here)) return false;
  return services.some((one) => (one.startsWith('.') ? hostname.endsWith(one) : hostname === one));
}

/** The channel for Web Push. A result has `gone` when the browser cancelled the subscription. The package is loaded with the first push. */
export function pushChannel({ publicKey, privateKey, contact, services }: PushConfig): MessageChannel {
  const failed = (error: string, gone = false) => ({ status: 'failed' as const, provider_ref: null, error, gone });
  return {
    name: 'web-push',
    simulated: false,
    async send({ to, title, message, ref }) {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), subscription), to);
      if (!parsed.success || !mayPushTo(parsed.output.endpoint, services))
        return failed('This device cannot be reached any more.', true);
      const { default: webPush } = await import('web-push');
      let request: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        request = webPush.generateRequestDetails(parsed.output, JSON.stringify({ title, message, ref }), {
          vapidDetails: { subject: contact, publicKey, privateKey },
          TTL: KEPT,
          // A message that is sent again replaces the first copy if the browser has not fetched it yet.
          topic: createHash('sha256').update(ref).digest('base64url').slice(0, 32),
        });
      } catch {
        return failed('The keys of this device are not valid.', true);
      }
      try {
        const response = await fetch(request.endpoint, {
          method: request.method,
          headers: request.headers as Record<string, string>,
          body: request.body as Uint8Array<ArrayBuffer>,
          redirect: 'error',
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        await response.body?.cancel();
        if (response.ok) return { status: 'sent', provider_ref: null, error: null };
        const gone = response.status === 404 || response.status === 410;
        return failed(
          gone ? 'The device has turned messages off.' : `The push service refused it (${response.status}).`,
          gone,
        );
      } catch {
        return failed('The push service does not answer.');
      }
    },
  };
}
