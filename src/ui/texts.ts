/** Texts of the kit that several features share, in the words of the requirements. */
export const kitTexts = {
  /** Before an action that cannot be undone (ERR-05). */
  cannotUndo: "Are you sure? You can't undo this action afterwards.",
  clearAll: 'Clear search and filters',
  clearSearch: 'Clear search',
  checkUrl: 'Check the URL and try again.',
  discard: 'Discard Changes',
  /** The button of a restored draft (B12.8); the draft's time follows. */
  draftOf: 'Continue your draft of',
  noConnection: "Seems like there's something wrong with your internet connection. Please reconnect and try again.",
  /** Leaves the question whether a record ends. Any other dialog is left by "Cancel" (decision 1290). */
  keep: 'Keep it',
  nothingFits: 'No match.',
  searching: 'Searching…',
  nothingChanged: 'Nothing has changed yet.',
  notForgotten: 'Could not sign out on this browser. Try again.',
  /** No route matches the address (SHELL-05). */
  pageNotFound: 'Page not found!',
  /** Beside the pale button of a form with gaps. */
  starred: 'Fields with a star are required.',
  /** Shown by a slow list over the rows of the previous query. */
  rowsOfBefore: 'Updating…',
  tryAgain: 'Try again',
} as const;
