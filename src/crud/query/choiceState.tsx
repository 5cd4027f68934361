import type { ReactNode } from 'react';
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
 * that there are none. Spread it after the picker's other properties.
 */
export function choiceState({ data, error, isPending, refetch }: ChoiceQuery): ChoiceTexts {
  if (data) return {};
  if (isPending) return { placeholder: 'Loading…', disabled: true };
  // Nothing can be chosen now, so the field does not say that it is required.
  return {
    placeholder: 'Not loaded',
    disabled: true,
    hint: <NotLoadedLine error={error} onRetry={() => void refetch()} />,
    error: undefined,
  };
}
