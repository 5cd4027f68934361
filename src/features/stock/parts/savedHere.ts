/** The saved reads of this tablet for the signed-in person. */
import { sessionStore } from '#client/session/state.ts';
import type { SavedReadsOf } from '#offline/reads/savedReads.ts';

let opened: SavedReadsOf | null = null;
export async function savedHere(): Promise<SavedReadsOf> {
  const { savedReads } = await import('#offline/reads/savedReads.ts');
  opened ??= savedReads(() => sessionStore.read().profile?.user_id ?? null);
  return opened;
}
