/** Finds the handler of a method and path. A path may not be registered twice, and every call needs a handler. */

import { addParam, type Params } from '#contract/form.ts';
import type { Handler } from './handler.ts';

export interface RegisteredCall {
  answer: Handler;
  /** Adds the values in the path to the params: `states/{state}/lgas`. */
  pathParams: (params: Params) => void;
}

export interface Registry {
  readonly answers: readonly Handler[];
  find(method: string, path: string): RegisteredCall | { allow: string[] } | null;
}

/** A broken percent escape must not throw: the part is used as it is, and no name matches it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Finds the handler of a method and path. Throws at the start if two handlers have the same call. */
export function makeRegistry(answers: readonly Handler[]): Registry {
  const exact = new Map<string, Map<string, Handler>>();
  const patterns: { pattern: RegExp; names: string[]; method: string; answer: Handler }[] = [];
  for (const answer of answers) {
    const { call } = answer;
    for (const method of call.also ? [call.method, call.also] : [call.method]) {
      if (call.path.includes('{')) {
        const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
        patterns.push({ pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, '([^/]+)')}$`), names, method, answer });
        continue;
      }
      const methods = exact.get(call.path) ?? new Map<string, Handler>();
      if (methods.has(method)) throw new Error(`Two answers for ${method} ${call.path}`);
      methods.set(method, answer);
      exact.set(call.path, methods);
    }
  }
  return {
    answers,
    find(method, path) {
      const methods = exact.get(path);
      const answer = methods?.get(method);
      if (answer) return { answer, pathParams: () => undefined };
      if (methods) return { allow: [...methods.keys()] };
      for (const one of patterns) {
        const found = one.pattern.exec(path);
        if (!found) continue;
        if (one.method !== method) return { allow: [one.method] };
        return {
          answer: one.answer,
          pathParams: (params) => {
            for (const [index, name] of one.names.entries()) addParam(params, name, decoded(found[index + 1] ?? ''));
          },
        };
      }
      return null;
    },
  };
}
