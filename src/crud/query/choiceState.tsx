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
 * The picker properties while its options are not loaded: that they are loading, or why they failed, with a retry. "Nothing fits" would be wrong
 * then. Pass these after the picker's other properties.
 */
export function choiceState({ data, error, isPending, refetch }: ChoiceQuery): Said {
  if (data) return {};
  if (isPending) return { placeholder: 'Loading…', disabled: true };
  // The missing options matter more than the error that the field is required.
  return {
    placeholder: 'Not loaded',
    disabled: true,
    hint: <NotLoadedLine error={error} onRetry={() => void refetch()} />,
    error: undefined,
  };
}
