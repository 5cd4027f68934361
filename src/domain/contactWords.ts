/** The exact texts about the contact with the server (SYNC section 11). Apart from syncWords.ts, because the first screen of all needs no others. */
export const contactWords = {
  offline: (clock: string | null) => (clock ? `Working offline. Last contact ${clock}` : 'Working offline.'),
  /** The same for the eye, in the amber header (K30). */
  offlineSince: (clock: string | null) => (clock ? `Working offline since ${clock}` : 'Working offline'),
  clockWrong: "This device's clock is wrong",
  needsConnection: 'This needs a connection. It will work again when you are online.',
  notConnected: "You're not connected to the internet.",
  /** The same where the browser has a network and only the server is away. */
  noServer: 'The server does not answer.',
  /** The head, as long as its last answer was status 500. */
  serverFails: 'The server fails',
  /** It answered that it failed (status 500). */
  serverFailed: 'The server could not answer. Try again.',
} as const;
