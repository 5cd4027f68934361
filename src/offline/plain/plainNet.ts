/** Sends requests to a server that knows only the documents: the token in its header, the documents' fields, and no header of ours (rules 82 to 84). */
import { noteAnswerOf } from '#client/server/shown.ts';
import { apiUrl, tokenHeader } from '#client/server/where.ts';
import { readSession } from '#client/session/tokenStore.ts';
import { CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { encodeForm } from '#contract/form.ts';
import type { Witness } from '../drain/net.ts';
import type { PlainNet, PlainReply } from '../store/ports.ts';

const TIMEOUT_MS = 20_000;
const SILENT: PlainReply = { verified: false };
/** Another tab signed a different user in: the same as for a token that ended. */
const SOMEBODY_ELSE: PlainReply = { verified: true, code: 401, message: '', data: null, epoch: null, retryAfter: null };

interface Envelope {
  code: number;
  message: string;
  data?: unknown;
}

/** Accepts only a JSON envelope from the configured address. The page of a captive portal has another type, and its JSON another shape. */
function isEnvelope(body: unknown): body is Envelope {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body)) return false;
  return Number.isInteger(body.code) && typeof body.message === 'string';
}

/** `ask`: the browser's fetch. */
export function makePlainNet(witness: Witness, ask: typeof fetch = (input, init) => fetch(input, init)): PlainNet {
  const request = async (
    userId: string,
    method: 'GET' | 'POST',
    path: string,
    fields: (token: string) => Readonly<Record<string, unknown>>,
  ): Promise<PlainReply> => {
    const session = await readSession();
    if (session && session.user_id !== userId) return SOMEBODY_ELSE;
    const body = encodeForm(fields(session?.token ?? ''));
    const isRead = method === 'GET';
    try {
      const response = await ask(apiUrl(isRead && body ? `${path}/?${body}` : path), {
        method,
        redirect: 'error',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...tokenHeader(session?.token),
          ...(isRead ? {} : { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
        },
        ...(isRead ? {} : { body }),
      });
      const isJson = response.headers.get('content-type')?.includes('json');
      const answer: unknown = isJson ? await response.json() : null;
      if (!isEnvelope(answer)) {
        witness.silent();
        return SILENT;
      }
      const date = response.headers.get('date');
      witness.answered(date);
      // Only an answer about the signed-in person proves that it comes from the server.
      if (answer.code === 200 && path === PROFILE && isProfile(answer.data)) noteAnswerOf(response.headers, true);
      return {
        verified: true,
        code: answer.code,
        message: answer.message,
        data: answer.data ?? null,
        epoch: null,
        retryAfter: Number(response.headers.get('retry-after')) || null,
        date: Date.parse(date ?? '') || undefined,
        replay: response.headers.get(CAPABILITY_HEADER)?.split(' ').includes('replay') ?? false,
      };
    } catch {
      witness.silent();
      return SILENT;
    }
  };
  return {
    async greet(userId) {
      const reply = await request(userId, 'GET', PROFILE, (token) => ({ token }));
      // Any other success does not come from this server.
      return reply.verified && reply.code === 200 && !isProfile(reply.data) ? SILENT : reply;
    },
    read: (userId, path, query) => request(userId, 'GET', path, () => query),
    send: (userId, path, fields) => request(userId, 'POST', path, () => fields),
  };
}

const PROFILE = 'administrator/read_delegate';
const isProfile = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'profile' in data &&
  typeof data.profile === 'object' &&
  data.profile !== null;
