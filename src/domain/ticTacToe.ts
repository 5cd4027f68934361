/** Tic-tac-toe: the person plays X and begins; the computer wins if it can, else blocks if it must, else plays a random cell (B14.1). */
export type Mark = 'X' | 'O';
/** Nine cells, row by row. */
export type Board = readonly (Mark | null)[];
export type GameOutcome = 'win' | 'loss' | 'draw' | null;

export const EMPTY_BOARD: Board = Array.from({ length: 9 }, () => null);

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

/** Returns the three cells that decide the game, or null. */
export function winningLine(board: Board): readonly number[] | null {
  return LINES.find(([a, b, c]) => board[a] !== null && board[a] === board[b] && board[b] === board[c]) ?? null;
}

/** The outcome for the user (X); null while the game goes on. */
export function gameOutcomeOf(board: Board): GameOutcome {
  const line = winningLine(board);
  if (line) return board[line[0] ?? 0] === 'X' ? 'win' : 'loss';
  return board.every((cell) => cell !== null) ? 'draw' : null;
}

/** Returns the board with one more mark; the same board if the cell is taken or the game is over. */
export function play(board: Board, cell: number, mark: Mark): Board {
  if (board[cell] !== null || gameOutcomeOf(board) !== null) return board;
  return board.map((kept, index) => (index === cell ? mark : kept));
}

/** Returns the computer's cell; null if no cell is free. `random` returns 0 <= x < 1. */
export function computersCell(board: Board, random: () => number): number | null {
  const free = board.flatMap((cell, index) => (cell === null ? [index] : []));
  const finishing = (mark: Mark) => free.find((cell) => winningLine(play(board, cell, mark)) !== null);
  return finishing('O') ?? finishing('X') ?? free[Math.floor(random() * free.length)] ?? null;
}
