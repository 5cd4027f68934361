/** Holds the token with which this page is signed in, for the session, all calls and the probes. tokenStore.ts stores it on disk. */
let token: string | null = null;

/** The token; null: nobody is signed in on this page. */
export const heldToken = (): string | null => token;

/** Changes the token; only session.ts may call this. */
export function changeToken(next: string | null): void {
  token = next;
}
