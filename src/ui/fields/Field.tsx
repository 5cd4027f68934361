import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { contactWords } from '#domain/contactWords.ts';
import { classes } from '../classes.ts';
import { useTellOffered } from './offered.ts';

/** The common properties of fields in a form: the text, how to change it, and its error. */
export interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  required?: boolean;
  name?: string;
}

export const inputClasses =
  'min-h-tap w-full rounded-field border bg-surface px-3 text-ink compact:text-sm placeholder:text-ink-faint disabled:bg-surface-sunken disabled:text-ink-soft [&:is(input,textarea):read-only]:bg-surface-sunken';

/** Label, hint and error around one input; the error is announced and tied to the input. */
export function FieldFrame({
  label,
  hidesLabel = false,
  error,
  hint,
  required,
  children,
}: {
  label: string;
  /** The label is for screen readers alone: the place says what the field is for. */
  hidesLabel?: boolean | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
    'aria-required': true | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = Boolean(error || hint);
  return (
    <div className="field flex flex-col gap-1.5">
      <span className={hidesLabel ? 'sr-only' : 'flex gap-1 text-sm font-semibold text-ink'}>
        <label htmlFor={id}>{label}</label>
        {/* Beside the label, so that the name of the field stays the documents' word. */}
        {required && (
          <span aria-hidden="true" title="Required" className="text-bad">
            *
          </span>
        )}
      </span>
      {children({
        id,
        'aria-describedby': noted ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {noted && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={classes('text-sm', error ? 'font-medium text-bad' : 'text-ink-faint')}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

const borderOf = (error: string | undefined) => (error ? 'border-bad' : 'border-line-strong');

/** The number without the commas between its thousands, because naira are written as "12,500". Other texts are returned unchanged. */
const ungrouped = (typed: string) => (/^-?\d+(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : typed);

/** `onFocus` and `onMouseDown`: for `selectsWhole` of focus.ts. */
interface TextProps extends FieldProps, Pick<InputHTMLAttributes<HTMLInputElement>, 'onFocus' | 'onMouseDown'> {
  type?: 'text' | 'email' | 'password' | 'tel' | 'number' | 'date' | 'time' | 'datetime-local';
  prefix?: string;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  placeholder?: string;
  readOnly?: boolean;
  max?: string;
  min?: string;
  /** The text over the browser's own one while the field has no focus (WhenField). */
  shown?: string | undefined;
}

export function TextField({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  disabled,
  required,
  prefix,
  readOnly,
  shown,
  ...rest
}: TextProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <div className="relative flex" data-shown={shown}>
          {prefix && (
            <span
              className={classes(
                'flex min-h-tap items-center rounded-l-field border border-r-0 bg-surface-sunken px-3 text-ink-soft',
                borderOf(error),
              )}
              aria-hidden="true"
            >
              {prefix}
            </span>
          )}
          <input
            {...rest}
            {...ids}
            value={value}
            disabled={disabled}
            readOnly={readOnly}
            onChange={({ target }) => onChange(rest.inputMode === 'decimal' ? ungrouped(target.value) : target.value)}
            onBlur={onBlur}
            className={classes(inputClasses, borderOf(error), prefix && 'rounded-l-none')}
          />
        </div>
      )}
    </FieldFrame>
  );
}

export function LongTextField({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  disabled,
  required,
  rows = 4,
  name,
}: FieldProps & { rows?: number }) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <textarea
          {...ids}
          name={name}
          rows={rows}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          className={classes(inputClasses, borderOf(error), 'py-2.5')}
        />
      )}
    </FieldFrame>
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

/** The browser's own select, which works best on tablets. `blank` adds an empty first option. */
export function SelectField({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  disabled,
  required,
  options,
  blank,
  name,
}: FieldProps & { options: readonly Option[]; blank?: string }) {
  useTellOffered(name, options);
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <select
          {...ids}
          name={name}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          className={classes(inputClasses, borderOf(error))}
        >
          {blank !== undefined && <option value="">{blank}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** A labelled on/off switch. */
export function SwitchField({
  label,
  checked,
  onChange,
  disabled,
  busy = false,
  away = false,
  filters = false,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** It decides which rows there are, so paper names it. */
  filters?: boolean;
  /** Locked while its action runs; like a button it keeps the focus meanwhile. */
  busy?: boolean;
  /** The server is away, which it needs (`ServerSwitch`): it looks disabled and keeps the focus. */
  away?: boolean;
}) {
  return (
    <label
      title={away ? contactWords.needsConnection : undefined}
      data-paper={filters && checked ? label : undefined}
      className="inline-flex min-h-tap max-w-full cursor-pointer items-center gap-3 text-[0.9375rem] font-medium compact:gap-2 compact:text-sm"
    >
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        aria-busy={busy || undefined}
        aria-disabled={busy || away || undefined}
        onChange={(event) => !busy && onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="relative h-7 w-12 shrink-0 rounded-full bg-line-strong transition-colors compact:h-5 compact:w-9 compact:after:left-0.5 compact:after:top-0.5 compact:after:size-4 compact:peer-checked:after:translate-x-4 after:absolute after:left-1 after:top-1 after:size-5 after:rounded-full after:bg-white after:transition-transform peer-checked:bg-accent peer-checked:after:bg-accent-ink peer-checked:after:translate-x-5 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:opacity-50 peer-aria-disabled:opacity-50"
      />
      <span className="min-w-0">{label}</span>
    </label>
  );
}

/** A labelled checkbox. `mixed`: it represents several values of which only some are on. */
export function CheckField({
  label,
  checked,
  mixed = false,
  onChange,
  disabled,
}: {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <label className="inline-flex min-h-tap cursor-pointer items-center gap-3 text-[0.9375rem] compact:gap-2.5 compact:text-sm">
      <input
        ref={(input) => {
          if (input) input.indeterminate = mixed;
        }}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-(--accent)"
      />
      {label}
    </label>
  );
}
