import type { ReactNode } from 'react';
import { isFirstOf, NoneYet } from './NoneYet.tsx';
import { NotLoadedLine } from './QueryBoundary.tsx';

interface ChoiceQuery {
  data: unknown;
  error: unknown;
  isPending: boolean;
  refetch: () => Promise<unknown>;
}

interface ChoiceTexts {
  placeholder?: string;
  disabled?: boolean;
  hint?: ReactNode;
  error?: undefined;
}

/**
 * What a picker shows until its options are loaded: that they are loading, or why they did not load and how to retry. An empty list would falsely say
 * that there are none. Spread it after the picker's other properties. `of`: the model that is chosen from, so that a field without a single record says where
 * the first one is created.
 */
export function choiceState({ data, error, isPending, refetch }: ChoiceQuery, of = ''): ChoiceTexts {
  if (data) return isFirstOf(of) && isEmpty(data) ? { hint: <NoneYet of={of} /> } : {};
  if (isPending) return { placeholder: 'Loading…', disabled: true };
  // Nothing can be chosen now, so the field does not say that it is required.
  return {
    placeholder: 'Not loaded',
    disabled: true,
    hint: <NotLoadedLine error={error} onRetry={() => void refetch()} />,
    error: undefined,
  };
}

/** Whether a read answer has no row. */
const isEmpty = (answer: unknown): boolean => {
  const rows = (answer as { data?: unknown }).data;
  return Array.isArray(rows) && rows.length === 0;
};
