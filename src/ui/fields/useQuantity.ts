/** The typed quantity of a stepper: plain figures, arithmetic, steps, and what is wrong with them (UI-13 to UI-16). */
import { useEffect, useState } from 'react';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { evaluateTyped, multipleError, stepperError, unitsFromCases } from '#domain/units.ts';
import { useTellReset } from './Form.tsx';

export type Counting = 'case' | 'unit';

interface QuantityOf {
  /** The quantity in whole units; null if nothing is typed. */
  value: number | null;
  /** `refusal`: why what is typed is no quantity; null: nothing is wrong with it. */
  onChange: (units: number | null, refusal: string | null) => void;
  caseCount: number;
  /** The least number of units. */
  min: number;
  /** Units must be a multiple of this (K5). */
  multiple: number;
  max: number | null;
  counting: Counting;
  /** How long to wait before typed arithmetic is computed, in ms (UI-15). */
  pause: number;
}

const isPlain = (text: string) => /^\d+$/.test(text);
/** A figure and no arithmetic, "2.5" too. */
const isFigure = (text: string) => /^\d+(\.\d+)?$/.test(text);
/** A comma stands before the decimals in some countries. Here it stands between thousands, so nobody guesses. */
const pointFor = (text: string) => (/^\d+,\d{1,2}$/.test(text) ? ` Write ${text.replace(',', '.')}.` : '');

const show = (units: number | null, caseCount: number, counting: Counting) =>
  units === null ? '' : counting === 'unit' ? String(units) : String(Math.round((units / caseCount) * 10) / 10);

export function useQuantity(given: QuantityOf) {
  const { value, onChange, caseCount, min, multiple, max, counting, pause } = given;
  // The typed text; null shows the figure itself. The shown text is computed during render, so that a switch between units and cases changes it at
  // once, but never while somebody types.
  const [typed, setTyped] = useState<string | null>(null);
  /** What was wrong with a step of plus or minus. */
  const [error, setError] = useState<string | null>(null);
  /** `said`: what is wrong with the typed text is shown. `over`: its typing is over too. */
  const [kept, setKept] = useState<'said' | 'over' | null>(null);
  const tellReset = useTellReset();
  const step = counting === 'case' ? caseCount : multiple;
  const unit = counting === 'case' ? caseCount : 1;
  const least = Math.ceil(min / multiple) * multiple;
  /** The limits are units. For typed cases both are cases, so that one sentence has one measure. */
  const rangeError = (units: number): string | null => {
    const error = stepperError(units, min, max);
    if (error === null || max === null || counting === 'unit' || caseCount === 1) return error;
    const most = Math.floor(max / caseCount);
    return `Quantity must be between ${Math.ceil(min / caseCount)} - ${showNumber(most)} ${plural(most, 'case', 'cases')}. You typed ${units / caseCount}.`;
  };
  const faultOf = (units: number) => rangeError(units) ?? multipleError(units, multiple);
  /** The nearest quantities that are sold, for one that is no multiple. */
  const nearestTo = (units: number): string => {
    if (rangeError(units) !== null || units % multiple === 0) return '';
    const under = units - (units % multiple);
    const near = [under, under + multiple].filter((one) => one >= least && rangeError(one) === null);
    return near.length === 0 ? '' : ` Nearest: ${near.map(showNumber).join(' or ')} units.`;
  };
  const unitsOf = (entered: string): number | null => {
    const figure = evaluateTyped(entered);
    if (figure === null) return null;
    return counting === 'case' ? unitsFromCases(figure, caseCount) : Number.isInteger(figure) ? figure : null;
  };

  const isEmpty = (entered: string) => entered.trim() === '';
  /** What is wrong with what was typed; null: nothing. */
  const problemOf = (entered: string): string | null => {
    if (isEmpty(entered)) return null;
    const units = isPlain(entered) ? Number(entered) * unit : unitsOf(entered);
    return units === null
      ? `Quantity must be a whole number of units. You typed ${entered}.${pointFor(entered)}`
      : (faultOf(units)?.replace(/( You typed .*)?$/, ` You typed ${entered}.${nearestTo(units)}`) ?? null);
  };
  /** More digits make no quantity of it. */
  const isHopeless = (entered: string): boolean => {
    const units = isPlain(entered) ? Number(entered) * unit : unitsOf(entered);
    return units !== null && (units < 0 || (max !== null && units > max));
  };

  /** The quantity is reset (UI-14), and the text stays to be mended (decision 1430). */
  const refuse = (why: string) => {
    if (kept === 'over') return;
    setKept('over');
    onChange(null, why);
    tellReset();
  };
  /** Computes what was typed and takes it, or says what is wrong. */
  const accept = (entered: string) => {
    const problem = problemOf(entered);
    if (problem !== null) return refuse(problem);
    setTyped(null);
    setKept(null);
    setError(null);
    onChange(isEmpty(entered) ? null : unitsOf(entered), null);
  };
  // A plain figure counts at once, arithmetic after a pause.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => accept(typed), pause);
    return () => clearTimeout(timer);
  });
  const type = (text: string) => {
    setTyped(text);
    // The quantity is that of the shown text, or none: never that of a text before it.
    const problem = problemOf(text);
    setKept(problem !== null && isHopeless(text) ? 'said' : null);
    setError(null);
    onChange(problem === null && !isEmpty(text) ? unitsOf(text) : null, problem);
  };
  // Computed from whole units and not from the shown figure, which is rounded: 2.0 cases of 24 may be 49 units.
  const bump = (by: number) => {
    // A refused figure is mended from where it stands, and from the limit if it is beyond.
    const stands = value ?? (typed === null ? null : unitsOf(typed)) ?? 0;
    const target = (Math.max(0, Math.min(stands, max ?? stands)) + by) / multiple;
    const units = Math.max(least, (by > 0 ? Math.floor(target) : Math.ceil(target)) * multiple);
    const problem = faultOf(units);
    setTyped(null);
    setKept(null);
    setError(problem);
    if (problem === null) onChange(units, null);
  };
  return {
    text: typed ?? show(value, caseCount, counting),
    error: kept !== null && typed !== null ? problemOf(typed) : error,
    /** What was typed is refused and stays, and its typing is over: the next digit begins anew. */
    isOver: kept === 'over' && typed !== null,
    isLeast: (value ?? 0) <= least,
    less: () => bump(-step),
    more: () => bump(step),
    type,
    /** Replaces the figure, whatever was typed. */
    put(units: number | null) {
      setTyped(null);
      setKept(null);
      setError(null);
      onChange(units, null);
    },
    leave() {
      if (typed !== null) accept(typed);
    },
    /** True if this Enter may submit. A figure is already accepted; for arithmetic the first Enter shows the result, the next one submits. */
    enter(): boolean {
      if (typed === null) return true;
      accept(typed);
      // Decimals count while they are typed, as plain figures do.
      return isFigure(typed) && problemOf(typed) === null;
    },
  };
}
