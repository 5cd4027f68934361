import type { ReactNode } from 'react';
import { NotLoadedLine } from './QueryBoundary.tsx';

interface ChoiceQuery {
  data: unknown;
  error: unknown;
  isPending: boolean;
  refetch: () => Promise<unknown>;
}

interface Said {
  placeholder?: string;
  disabled?: boolean;
  hint?: ReactNode;
  error?: undefined;
}

/**
 * What a picker says instead of its own words until there is something to choose from: that it is on its way, or why it did not come and how
 * it is asked for again. "Nothing fits" would say that there is none. Stands behind the picker's other properties.
 */
export function choiceState({ data, error, isPending, refetch }: ChoiceQuery): Said {
  if (data) return {};
  if (isPending) return { placeholder: 'Loading…', disabled: true };
  // Whatever the field is missing cannot be chosen now: that it is required comes after that.
  return {
    placeholder: 'Not loaded',
    disabled: true,
    hint: <NotLoadedLine error={error} onRetry={() => void refetch()} />,
    error: undefined,
  };
}
