/** The results of the game. Not in the first load. */
import { readLocal, writeLocal } from './keptLocally.ts';

/** The results of the game, kept in this browser also after a sign-out (SHELL-15, SHELL-16). */
export interface ScoreBoard {
  wins: number;
  losses: number;
  draws: number;
}
const NO_SCORE: ScoreBoard = { wins: 0, losses: 0, draws: 0 };
let score: ScoreBoard = readLocal('scoreBoard', NO_SCORE);
const scoreListeners = new Set<() => void>();

function keepScore(next: ScoreBoard): void {
  score = next;
  writeLocal('scoreBoard', score);
  for (const listener of scoreListeners) listener();
}

export const scoreStore = {
  subscribe(listener: () => void) {
    scoreListeners.add(listener);
    return () => scoreListeners.delete(listener);
  },
  read: () => score,
  add(result: 'win' | 'loss' | 'draw') {
    const name = { win: 'wins', loss: 'losses', draw: 'draws' } as const;
    keepScore({ ...score, [name[result]]: score[name[result]] + 1 });
  },
  reset: () => keepScore(NO_SCORE),
};
