/** What the kit and several areas say, in the documents' words. README, "Texts", has the rule. */
export const kitTexts = {
  /** ERR-05. */
  cannotUndo: "Are you sure? You can't undo this action afterwards.",
  clearAll: 'Clear search and filters',
  checkUrl: 'Check the URL and try again.',
  discard: 'Discard Changes',
  /** B12.8; its time stands behind it. */
  draftOf: 'Continue your draft of',
  noConnection: "Seems like there's something wrong with your internet connection. Please reconnect and try again.",
  nothingFits: 'No results.',
  notForgotten: 'Could not sign out on this browser. Try again.',
  /** SHELL-05. */
  pageNotFound: 'Page not found!',
  /** What a slow list says over the answer to what was asked before. */
  rowsOfBefore: 'Updating…',
  tryAgain: 'Try again',
  /** SHELL-09. */
  unauthorized: 'Unauthorized Access!',
  unauthorizedWhy: "You don't have the permission to access this page. That's all we know.",
} as const;
