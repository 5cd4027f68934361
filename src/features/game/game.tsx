import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import { scoreStore } from '#client/scoreStore.ts';
import { type Board, computersCell, EMPTY_BOARD, gameOutcomeOf, play, winningLine } from '#domain/ticTacToe.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Page } from '#ui/Page.tsx';

const STATE = {
  win: 'You win!',
  loss: 'The computer wins.',
  draw: 'A draw.',
} as const;

/** The game (SHELL-16, B14.1). It works offline, and the score is stored in this browser. */
export function Screen() {
  const [board, setBoard] = useState<Board>(EMPTY_BOARD);
  const score = useSyncExternalStore(scoreStore.subscribe, scoreStore.read);
  const outcome = gameOutcomeOf(board);
  const line = winningLine(board) ?? [];

  const choose = (cell: number) => {
    const mine = play(board, cell, 'X');
    if (mine === board) return;
    const answer = gameOutcomeOf(mine) === null ? computersCell(mine, Math.random) : null;
    const next = answer === null ? mine : play(mine, answer, 'O');
    setBoard(next);
    const result = gameOutcomeOf(next);
    if (result) scoreStore.add(result);
  };

  return (
    <Page title="Game" width="form" note="Tic-tac-toe against the computer. You are X and begin.">
      <Card label="Board">
        <div className="flex flex-col items-center gap-5">
          <p role="status" aria-label="State of the game" className="text-lg font-semibold">
            {outcome ? STATE[outcome] : 'Your turn.'}
          </p>
          <fieldset aria-label="Cells" className="grid w-full max-w-76 grid-cols-3 gap-2" onKeyDown={moveAround}>
            {board.map((mark, cell) => (
              <button
                key={cell}
                type="button"
                aria-label={`Row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}: ${mark ?? 'free'}`}
                aria-disabled={mark !== null || outcome !== null}
                onClick={() => choose(cell)}
                className={classes(
                  'grid aspect-square w-full place-items-center rounded-card border text-4xl font-semibold',
                  line.includes(cell) ? 'border-accent bg-accent-soft' : 'bg-surface-sunken hover:border-accent',
                  mark === 'X' ? 'text-accent' : 'text-ink-soft',
                )}
              >
                {mark}
              </button>
            ))}
          </fieldset>
          <Button look="primary" onClick={() => setBoard(EMPTY_BOARD)}>
            New game
          </Button>
        </div>
      </Card>
      <Card label="Score">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <dl className="flex gap-8">
            {(
              [
                ['Wins', score.wins],
                ['Losses', score.losses],
                ['Draws', score.draws],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
                <dd className="figures text-2xl font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <Button onClick={() => scoreStore.reset()}>Reset score</Button>
        </div>
      </Card>
    </Page>
  );
}

/** Arrow keys move the focus over the nine cells. Enter and Space press them like every button. */
function moveAround(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const cells = [...event.currentTarget.querySelectorAll('button')];
  const next = cells.indexOf(document.activeElement as HTMLButtonElement) + step;
  cells[next]?.focus();
}
