/** The token that this page is signed in with: one holder for the session, for every call and for the probes. The stored one is in tokenStore.ts. */
let token: string | null = null;

/** null: nobody is signed in on this page. */
export const heldToken = (): string | null => token;

/** Only session.ts changes it. */
export function changeToken(next: string | null): void {
  token = next;
}
