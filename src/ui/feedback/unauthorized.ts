/** The documents' words for a person who lacks the permission of a screen (SHELL-08). Apart from the other texts, because the first load does not need them. */
export const unauthorizedTexts = {
  title: 'Unauthorized Access!',
  why: "You don't have the permission to access this page. That's all we know.",
} as const;
