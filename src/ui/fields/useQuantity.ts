/** The typed quantity of a stepper: plain figures, arithmetic, steps, and what is wrong with them (UI-13 to UI-16). */
import { useEffect, useState } from 'react';
import { showNumber } from '#domain/number.ts';
import { evaluateTyped, multipleError, stepperError, unitsFromCases } from '#domain/units.ts';
import { useTellReset } from './Form.tsx';

export type Counting = 'case' | 'unit';

interface QuantityOf {
  /** The quantity in whole units; null if nothing is typed. */
  value: number | null;
  onChange: (units: number | null) => void;
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

const show = (units: number | null, caseCount: number, counting: Counting) =>
  units === null ? '' : counting === 'unit' ? String(units) : String(Math.round((units / caseCount) * 10) / 10);

export function useQuantity(given: QuantityOf) {
  const { value, onChange, caseCount, min, multiple, max, counting, pause } = given;
  // The typed text; null shows the figure itself. The shown text is computed during render, so that a switch between units and cases changes it at
  // once, but never while somebody types. `before` is the quantity in units before typing began.
  const [typing, setTyping] = useState<{ text: string; before: number | null } | null>(null);
  const typed = typing?.text ?? null;
  const [error, setError] = useState<string | null>(null);
  const tellReset = useTellReset();
  const step = counting === 'case' ? caseCount : multiple;
  const unit = counting === 'case' ? caseCount : 1;
  const least = Math.ceil(min / multiple) * multiple;
  const faultOf = (units: number) => stepperError(units, min, max) ?? multipleError(units, multiple);
  const unitsOf = (entered: string): number | null => {
    const figure = evaluateTyped(entered);
    if (figure === null) return null;
    return counting === 'case' ? unitsFromCases(figure, caseCount) : Number.isInteger(figure) ? figure : null;
  };

  /** Resets to the quantity before typing (UI-14), not to an intermediate figure. */
  const refuse = (why: string) => {
    setError(why);
    onChange(typing?.before ?? null);
    tellReset();
  };
  /** Computes what was typed and takes it, or says what is wrong. */
  const accept = (entered: string) => {
    setTyping(null);
    const isEmpty = entered.trim() === '';
    const units = isEmpty ? null : unitsOf(entered);
    // The value is reset, and the message says what was typed. The limits are units, so typed cases are said in units too.
    const inUnits =
      units !== null && counting === 'case' && caseCount > 1 ? ` That is ${showNumber(units)} units.` : '';
    const problem = isEmpty
      ? null
      : units === null
        ? `Quantity must be a whole number of units. You typed ${entered}.`
        : faultOf(units)?.replace(/( You typed .*)?$/, ` You typed ${entered}.${inUnits}`);
    if (problem) refuse(problem);
    else {
      setError(null);
      onChange(units);
    }
  };
  // A plain figure counts at once, arithmetic after a pause.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => accept(typed), pause);
    return () => clearTimeout(timer);
  });
  const type = (text: string) => {
    setTyping({ text, before: typing ? typing.before : value });
    const plain = isPlain(text) ? Number(text) * unit : null;
    if (plain !== null && !faultOf(plain)) {
      setError(null);
      onChange(plain);
      return;
    }
    // The error of the previous figure disappears as soon as this one is valid; arithmetic is accepted after its pause.
    const units = unitsOf(text);
    if (units !== null && !stepperError(units, min, max)) setError(null);
  };
  // Computed from whole units and not from the shown figure, which is rounded: 2.0 cases of 24 may be 49 units.
  const bump = (by: number) => {
    const target = ((value ?? 0) + by) / multiple;
    const units = Math.max(least, (by > 0 ? Math.floor(target) : Math.ceil(target)) * multiple);
    const problem = faultOf(units);
    setTyping(null);
    setError(problem);
    if (problem === null) onChange(units);
  };
  return {
    text: typed ?? show(value, caseCount, counting),
    error,
    isLeast: (value ?? 0) <= least,
    less: () => bump(-step),
    more: () => bump(step),
    type,
    /** Replaces the figure, whatever was typed. */
    put(units: number | null) {
      setTyping(null);
      setError(null);
      onChange(units);
    },
    leave() {
      if (typed !== null) accept(typed);
    },
    /** True if this Enter may submit. A plain figure is already accepted; for arithmetic the first Enter shows the result, the next one submits. */
    enter(): boolean {
      if (typed === null) return true;
      accept(typed);
      return isPlain(typed) && faultOf(Number(typed) * unit) === null;
    },
  };
}
