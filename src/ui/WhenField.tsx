import type { ComponentProps } from 'react';
import { fromInput } from '#domain/time.ts';
import { TextField } from './fields/Field.tsx';
import { dayText, momentText } from './when.ts';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'shown'> & { type: 'date' | 'datetime-local' };

/**
 * A date, or a date with its time. Until it has the focus it shows the form of all screens, "24 Nov, 17:55", because the browser's own form depends on
 * its language: "11/12" is one day in London and another one in New York (decision 1400).
 */
export const WhenField = (props: Props) => (
  <TextField {...props} shown={shownOf(props.value, props.type, props.placeholder)} />
);

function shownOf(value: string, type: Props['type'], placeholder: string | undefined): string | undefined {
  if (value === '' && placeholder) return placeholder;
  if (value === '') return type === 'date' ? 'Choose a day' : 'Choose a day and time';
  const at = fromInput(value);
  // A text that is no date stays as the browser shows it.
  if (at === null) return undefined;
  return type === 'date' ? dayText(at) : momentText(at);
}
