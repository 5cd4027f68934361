import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Board, computersCell, EMPTY_BOARD, gameOutcomeOf, play, winningLine } from '#domain/ticTacToe.ts';

const board = (cells: string): Board => [...cells].map((cell) => (cell === 'X' || cell === 'O' ? cell : null));

describe('the game', { tags: ['B14.1'] }, () => {
  test('a taken cell and a finished game refuse a mark', () => {
    const taken = board('X........');
    expect(play(taken, 0, 'O')).toBe(taken);
    const over = board('XXX.OO...');
    expect(play(over, 3, 'O')).toBe(over);
  });
  test.each([
    ['XXX.OO...', 'win', [0, 1, 2]],
    ['XX.OOOX..', 'loss', [3, 4, 5]],
    ['X.OXO.X..', 'win', [0, 3, 6]],
    ['X.OXO.O.X', 'loss', [2, 4, 6]],
    ['XOXXOOOXX', 'draw', null],
    ['.........', null, null],
  ] as const)('%s is %s', (cells, outcome, line) => {
    expect(gameOutcomeOf(board(cells))).toBe(outcome);
    expect(winningLine(board(cells))).toEqual(line);
  });
  test('the computer wins when it can, blocks when it must, else plays a free cell', () => {
    expect(computersCell(board('OO.XX....'), () => 0)).toBe(2);
    expect(computersCell(board('XX.......'), () => 0.9)).toBe(2);
    expect(computersCell(board('X........'), () => 0.999)).toBe(8);
    expect(computersCell(board('XOXXOOOXX'), () => 0)).toBeNull();
  });
  test('every game ends after at most nine marks, with one outcome', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(8), { minLength: 60, maxLength: 60 }), fc.nat(99), (cells, dice) => {
        let now: Board = EMPTY_BOARD;
        for (const cell of cells) {
          const mine = play(now, cell, 'X');
          if (mine === now) continue;
          const answer = gameOutcomeOf(mine) === null ? computersCell(mine, () => dice / 100) : null;
          now = answer === null ? mine : play(mine, answer, 'O');
        }
        const marks = now.filter((cell) => cell !== null).length;
        expect(marks).toBeLessThanOrEqual(9);
        if (new Set(cells).size === 9) expect(gameOutcomeOf(now)).not.toBeNull();
      }),
    );
  });
});
