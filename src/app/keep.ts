/** What a desk stores some moments after its start: the code of its screens, lists and names. */
import { keepLists } from './keepLists.ts';
import { keepScreens } from './keepScreens.ts';

export async function keep(): Promise<void> {
  void keepScreens();
  await keepLists();
}
