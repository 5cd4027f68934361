/** Listens to a keyboard-wedge scanner on the whole page, whatever element has the focus. domain/wedge.ts distinguishes scans from typing. */
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { figureAndTorn, joinedCode, splitCode } from '#domain/barcode.ts';
import { makeWedge } from '#domain/wedge.ts';
import { isLater } from './laterKeys.ts';

interface WedgeHandlers {
  /**
   * Called with a scanned code. `torn`: the scanner sent the first digits so slowly that the field took them as typed. The field no longer has them,
   * and has the figure that was typed before them (`figure`) or nothing (`all`). `isPaused`: the scanner paused within the code, so the code began at
   * the `onBegin` before the last one.
   */
  onScan: (code: string, torn: 'all' | 'figure' | null, isPaused: boolean) => void;
  /**
   * Called before the page receives a character that may begin a code. `resumes`: the character may also continue a code that paused. Call `remember`
   * when all earlier keys have reached their field, so that the text of the field is what a person typed. Without a call of `remember` the field does
   * not receive the code.
   */
  onBegin: (resumes: boolean, remember: () => void) => void;
  /** Whether a product has this code. Digits before such a code are never a part of it. */
  isKnown: (code: string) => boolean;
  /** Whether digits in this field cannot be a figure, so that they belong to a code that follows soon. */
  isNoFigure?: (target: EventTarget | null) => boolean;
  /** The target of digits while no field has the focus. Null: such digits are ignored. */
  stray?: () => Remembered | null;
}

interface Remembered {
  text: () => string;
  /** Replaces the text. */
  put: (text: string) => void;
}

/** A character within this time after the key before it may belong to the same code. Milliseconds. */
const NEAR_MS = 1_000;

export function useWedge(handlers: WedgeHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const wedge = makeWedge();
    const fieldOf = (target: EventTarget | null): Remembered => remember(target) ?? latest.current.stray?.() ?? NOWHERE;
    let field = { ...NOWHERE, isNear: false, isTyped: false, isNoFigure: false };
    /** The field before the first character of a code that paused. */
    let start = field;
    let last = -NEAR_MS;
    /** The field of the last key, if that key was a digit. */
    let digitIn: EventTarget | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || isLater(event)) return;
      const {
        begins,
        resumes,
        scan,
        whole: paused,
        isSlow,
      } = wedge.press({
        key: event.key,
        // The time of the key press. A busy page handles the event later.
        at: event.timeStamp,
        repeat: event.repeat,
        modified: event.ctrlKey || event.altKey || event.metaKey,
      });
      if (begins) {
        const isNoFigure = latest.current.isNoFigure?.(event.target) === true;
        const isNear = event.timeStamp - last <= NEAR_MS;
        const begun = { ...NOWHERE, isNear, isTyped: isNear && digitIn === event.target, isNoFigure };
        field = begun;
        if (!resumes) start = begun;
        latest.current.onBegin(resumes, () => Object.assign(begun, fieldOf(document.activeElement)));
      }
      if (event.key.length === 1) last = event.timeStamp;
      if (event.key !== 'Shift') digitIn = /^\d$/.test(event.key) ? event.target : null;
      if (scan === null && paused === null) return;
      // Digits that were typed just before a slow code may be its beginning. The field has all of them, and decides at Enter.
      if (isSlow && field.isNear && /^\d+$/.test(field.text())) return;
      // The scanner's Enter must not submit a form or press a button.
      event.preventDefault();
      event.stopImmediatePropagation();
      const { onScan, isKnown } = latest.current;
      const isPaused = paused !== null && (scan === null || !isKnown(scan));
      const sent = isPaused ? paused : scan;
      if (sent === null) return;
      // The first digits of a code may have come as slowly as typing before it paused as well.
      const { isNear, isTyped, isNoFigure, text: before, put } = isPaused ? start : field;
      const text = before();
      const whole = joinedCode(text, sent, isKnown, isNoFigure && isNear);
      const parts = whole === null && !isNoFigure ? withFigure(text, sent, isKnown, isTyped) : null;
      // The figure is drawn at once, because the scan saves the drawn figure.
      if (parts) flushSync(() => put(parts.figure));
      else put(whole === null ? text : '');
      onScan(parts?.code ?? whole ?? sent, parts ? 'figure' : whole === null ? null : 'all', isPaused);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

/**
 * Separates the figure and the code, if they were mixed: the first digits of the code are behind the figure in the field, or the last digit of the
 * figure was typed as fast as a scanner types. `isTyped`: the text in the field was typed just before. Null: they are not mixed.
 */
function withFigure(text: string, scan: string, isKnown: (code: string) => boolean, isTyped: boolean) {
  const torn = isTyped ? figureAndTorn(text, scan, isKnown) : null;
  if (torn || isKnown(scan) || !/^\d+$/.test(scan)) return torn;
  const { figure, code } = splitCode(scan, isKnown);
  return figure === '' ? null : { figure: isTyped && /^\d+$/.test(text) ? text + figure : figure, code };
}

/** Stands for no field: nothing is read or restored. */
const NOWHERE: Remembered = { text: () => '', put: () => undefined };

/**
 * Remembers the text of the field that receives a code. Null: the target is no such field. `put` writes a text into the field, which removes the
 * characters of the code.
 */
function remember(target: EventTarget | null): Remembered | null {
  if (
    !(
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
  )
    return null;
  const text = target.value;
  return { text: () => text, put: (value) => writeInto(target, value) };
}

/** Writes a text into a field of React as typing would, so that the field's handlers run. */
export function writeInto(target: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  if (!target.isConnected || target.value === value) return;
  // The prototype's setter is used so that React notices the change like typed input.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set;
  setter?.call(target, value);
  target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  // Leaving the field and returning to it triggers its handlers: an open list closes, and a quantity is applied.
  target.blur();
  target.focus({ preventScroll: true });
}
