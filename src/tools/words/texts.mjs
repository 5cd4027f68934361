// Decides which texts people read, by their place in the source and by their shape.

/** Attributes and properties whose value is always read, also a single word in lower case. */
const READ = new Set(
  'label title note text hint description legend placeholder blank empty word words short long message missing aria-label aria-description aria-roledescription alt subhead'.split(
    ' ',
  ),
);

/** Attributes and properties whose value is never read. */
const NEVER = new Set(
  'className class d viewBox points transform style href to look tone icon align role inputMode autoComplete fill stroke width height target rel src loading decoding accept popover textAnchor strokeLinejoin strokeLinecap strokeDasharray strokeWidth patternUnits patternTransform path cache redirect credentials networkMode newline allow needs permission aria-live aria-current aria-haspopup aria-controls aria-labelledby aria-describedby aria-autocomplete aria-orientation aria-hidden Authorization'.split(
    ' ',
  ),
);

/** Properties whose value is a name, unless it has several words. */
const NAMES = new Set('type key id name kind side mode method model sort defaultSort scope encoding'.split(' '));

/** Elements whose content is no text of ours. */
export const NOT_READ = new Set(['style', 'script', 'code', 'kbd', 'path']);

/** Calls that take names and patterns, not texts. */
export const NAMING = new Set(
  'includes startsWith endsWith has get set delete indexOf split matches match test querySelector querySelectorAll closest matchMedia addEventListener removeEventListener getElementById getAttribute setAttribute removeAttribute hasAttribute getItem setItem removeItem createElement append getPropertyValue setProperty removeProperty fetch open transaction objectStore where toggle RegExp URL Worker import request'.split(
    ' ',
  ),
);

/** Errors for developers: a person reads none of them. */
export const FAULTS = new Set('Error RangeError TypeError DOMException'.split(' '));

const KEYS = new Set(
  'Escape Enter Tab Home End Delete Backspace Insert Shift Control Alt Meta Unidentified'.split(' '),
);
const CLASSES = new Set(
  'flex grid block hidden inline relative absolute sticky fixed grow shrink truncate italic underline uppercase capitalize rounded border shadow transition figures contents table static group peer invisible visible isolate outline ring size'.split(
    ' ',
  ),
);

/** Whether every word of it is a class of the style, and one is for certain. */
function isClasses(text) {
  const words = text.split(/\s+/).filter(Boolean);
  return (
    words.every((word) => /^[-a-z0-9@!*[\]&][\w\-:[\]()/.%#!*&>~=+,'"@]*$/.test(word)) &&
    words.some((word) => CLASSES.has(word) || /[a-z0-9\]][-:[(/_][\w[(]/.test(word))
  );
}

/** Whether it looks like a text in any place: a capital followed by small letters, or several words. `text`: expressions appear as "{x}". */
function looksRead(text) {
  const plain = text.replace(/\{\w+\}/g, '0').trim();
  if (isClasses(plain)) return false;
  // ArrowDown, Content-Type, x(…), a path, a tag, a media query, one code with its signs.
  // A drawing.
  if (/^[Mm][\d.\s-]+[a-zA-Z][\d.\s-]/.test(plain)) return false;
  if (
    /^[A-Z][a-z]+[A-Z]\w*$|^[A-Z]\w*(-[A-Z]\w*)+$|[a-z]\(|^[/<#.([]|^\w+:\/\/|[_{}=]|;\S|^[\w.]+\/[\w.+*-]+$/.test(
      plain,
    )
  )
    return false;
  if (/^[^\p{L}]*\p{Lu}/u.test(plain)) return /\p{Ll}/u.test(plain);
  return /\s/.test(plain) && /(^|\s)\p{L}{2,}([\s.,:;!?…]|$)/u.test(plain);
}

/** A media query, a list of selectors, or classes of the style that stand for a tone: names of the style, wherever they stand. */
const OF_STYLE = /^screen and \(|^(a|td), |^(text|bg|border|font)-/;

/** Whether people read `text`. `place`: kind `child` (rendered as it is), `inner` (part of a text), `attr` or `prop` with a name, or `code`. */
export function isRead(text, { kind, name }) {
  const letters = text.replace(/\{\w+\}/g, '');
  if (!/\p{L}/u.test(letters)) return false;
  if (kind === 'child' || kind === 'inner') return !/^&\w+;$/.test(letters.trim());
  if (OF_STYLE.test(letters) || kind === 'never' || (kind === 'code' && KEYS.has(letters))) return false;
  if (NAMES.has(name)) return /^\p{Lu}.*\s/u.test(letters) && looksRead(text);
  if (READ.has(name)) return !/^[a-z]+([_.][a-z]+)+$/.test(letters);
  return looksRead(text);
}

/** The place of a value with this attribute's or property's name. */
export const named = (kind, name) => ({ kind: NEVER.has(name) || name.startsWith('data-') ? 'never' : kind, name });
