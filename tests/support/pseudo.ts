/** Checks a page that was built in the pseudo-language (src/tools/words/pseudo.mjs): texts outside its brackets, and texts without enough space. */
import type { Page } from '@playwright/test';

/** A text of the page and its place: `tag.class` of the element, or the name of an attribute. */
export interface Read {
  text: string;
  at: string;
}

/** Texts outside brackets, visible or for screen readers, and English numbers and amounts anywhere. */
export const outsideBrackets = (page: Page): Promise<Read[]> =>
  page.evaluate(() => {
    const found: { text: string; at: string }[] = [];
    const nameOf = (one: Element) =>
      `${one.tagName.toLowerCase()}.${String(one.getAttribute('class') ?? '').slice(0, 40)}`;
    const isShown = (one: Element) => (one.closest('select') ?? one).checkVisibility();
    const PARAGRAPH =
      'button, a, option, p, li, td, th, h1, h2, h3, h4, label, dt, dd, legend, summary, caption, output, [role="status"], [role="alert"], [role="option"]';
    const blockOf = (one: Element): Element => {
      const paragraph = one.closest(PARAGRAPH);
      if (paragraph) return paragraph;
      let block = one;
      while (block.parentElement && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
      return block;
    };
    // Brackets may open in one node and close in another one of the same paragraph.
    const depths = new Map<Element, number>();
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement;
      // A long word that may break is one text in several nodes.
      const broken = holder?.querySelector(':scope > wbr');
      if (broken && node !== holder?.firstChild) continue;
      const text = (broken ? holder?.textContent : node.textContent) ?? '';
      if (!holder || text.trim() === '' || holder.closest('script, style, noscript, code, kbd') || !isShown(holder))
        continue;
      const block = blockOf(holder);
      let depth = depths.get(block) ?? 0;
      let outside = '';
      for (const one of text) {
        if (one === '[') depth += 1;
        else if (one === ']') depth = Math.max(0, depth - 1);
        else if (depth === 0) outside += one;
        if (depth > 0 && !outside.endsWith('|')) outside += '|';
      }
      depths.set(block, depth);
      if (outside.trim() !== '') found.push({ text: outside.trim(), at: nameOf(holder) });
      if (/(?<![\d,])\d{1,3},\d{3}(?![\d,])|₦\s?\d/.test(text))
        found.push({ text: `number: ${text.trim()}`, at: nameOf(holder) });
    }
    for (const one of document.querySelectorAll<HTMLElement>('[aria-label], [title], [placeholder], [alt]')) {
      if (!one.checkVisibility()) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        let text = one.getAttribute(name) ?? '';
        for (let before = ''; before !== text; ) {
          before = text;
          text = text.replace(/\[[^[\]]*\]/g, '|');
        }
        if (text.trim() !== '') found.push({ text: text.trim(), at: name });
      }
    }
    found.push({ text: document.title.replace(/\[.*\]/, '|'), at: 'the title of the page' });
    return found;
  });

/** Texts that are cut, exceed their button, overlap, or leave the page. */
export const withoutRoom = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const short = (text: string | null) => (text ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
    const { clientWidth } = document.documentElement;
    const seen: { box: DOMRect; text: string; holder: HTMLElement }[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement as HTMLElement;
      if (
        !(node.textContent ?? '').trim() ||
        holder.closest('option, script, style, svg, .sr-only') ||
        !holder.checkVisibility()
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      let { left, right, top, bottom } = range.getBoundingClientRect();
      if (right - left < 2 || bottom - top < 2) continue;
      let scrolls = false;
      for (let box: HTMLElement | null = holder; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        // A box of one pixel is for screen readers only.
        if (box.clientWidth <= 1 && box.clientHeight <= 1 && style.position === 'absolute') scrolls = true;
        if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.overflowY === 'auto') scrolls = true;
        if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
          const edge = box.getBoundingClientRect();
          const clamped = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
          // The bar of filters moves filters that do not fit into its own button.
          if (!clamped && !scrolls && !holder.closest('.chips') && (right > edge.right + 2 || bottom > edge.bottom + 6))
            found.push(`cut: ${short(node.textContent)}`);
          right = Math.min(right, edge.right);
          bottom = Math.min(bottom, edge.bottom);
          [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        }
        if (box.matches('button, [role="tab"], a.inline-flex') && !scrolls) {
          const edge = box.getBoundingClientRect();
          if (right > edge.right + 2 || left < edge.left - 2 || bottom > edge.bottom + 3)
            found.push(`sticks out of its button: ${short(box.textContent)}`);
        }
      }
      if (scrolls || right - left < 2 || bottom - top < 2) continue;
      if (right > clientWidth + 1) found.push(`outside: ${short(node.textContent)}`);
      if (top < innerHeight && bottom > 0)
        seen.push({ box: new DOMRect(left, top, right - left, bottom - top), text: short(node.textContent), holder });
    }
    // This includes a box that clips or scrolls, such as the head of a list.
    for (const one of document.querySelectorAll<HTMLElement>('#screen button, #screen a[href]'))
      if (
        one.checkVisibility() &&
        // The strip of the kinds of work is pushed sideways, in English too.
        !one.closest('table, .sideways, .chips, nav, .sr-only, [role="tablist"], fieldset.overflow-x-auto') &&
        one.getBoundingClientRect().right > clientWidth + 1
      )
        found.push(`outside: ${short(one.textContent || one.ariaLabel)}`);
    for (const bar of document.querySelectorAll('nav.flex-col'))
      if (bar.checkVisibility() && bar.clientWidth > 0 && bar.scrollWidth > bar.clientWidth + 2)
        found.push(`a menu scrolls sideways: ${bar.ariaLabel ?? ''}`);
    const floats = (one: HTMLElement) => {
      for (let box: HTMLElement | null = one; box; box = box.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(box).position)) return box;
      return null;
    };
    for (const [at, one] of seen.entries())
      for (const other of seen.slice(at + 1)) {
        const x = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const y = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // The boxes of lines within one sentence overlap, and so do floating elements.
        if (
          x > 3 &&
          y > 6 &&
          floats(one.holder) === floats(other.holder) &&
          one.holder.parentElement !== other.holder.parentElement &&
          !one.holder.contains(other.holder) &&
          !other.holder.contains(one.holder)
        )
          found.push(`on one another: ${one.text} / ${other.text}`);
      }
    return [...new Set(found)];
  });

/** Separators between the parts of a text: signs, numbers in the form of the pseudo-language, and ends of sentences. */
const SEPARATORS = /[|,;:·•–—()/\n→←+×"“”%#*]+|\s-\s|\.\s|\s\s+|−?\d[\d’,.]*(?:\s?₦)?/;
const partsOf = (text: string) => text.split(SEPARATORS).map((one) => one.trim().replace(/[.!?]$/, ''));
const isWord = (text: string) => /\p{L}{2,}/u.test(text) && !/^\p{Lu}{1,2}$/u.test(text);

/** All data of the server's answers, as texts and as their parts. Nobody translates data. */
export class Data {
  readonly #known = new Set<string>();

  add(value: unknown): void {
    if (typeof value === 'string') for (const one of [value.trim(), ...partsOf(value)]) this.#known.add(one);
    else if (Array.isArray(value)) for (const one of value) this.add(one);
    else if (value && typeof value === 'object') for (const one of Object.values(value)) this.add(one);
  }

  /** Collects the answers to this page's calls from now on. */
  hear(page: Page): void {
    page.on('response', (response) => {
      if (!response.url().includes('/api/')) return;
      response.json().then(
        (answer: { data?: unknown }) => this.add(answer.data),
        () => undefined,
      );
    });
  }

  /** Whether a text is data: equal to a value, a code without underscores, or the beginning of a cut name. */
  #isData(text: string): boolean {
    const known = this.#known;
    if (known.has(text) || known.has(text.replaceAll(' ', '_'))) return true;
    return text.endsWith('…') && [...known].some((one) => one.startsWith(text.slice(0, -1).trim()));
  }

  /** The words of a text that are neither translated nor data. */
  unknownIn(text: string): string[] {
    if (this.#isData(text.trim())) return [];
    // Leaves out the number of the build and references. A reference that begins with a digit leaves too short a piece to recognise.
    return partsOf(text.replace(/\b\d+\.\d+\.\d+(\+\w+)?/, '|').replace(/\bPO-\w+/g, '|')).filter((part) => {
      if (!isWord(part) || this.#isData(part)) return false;
      // Several names in a row.
      let rest = part;
      for (const one of [...this.#known].sort((a, b) => b.length - a.length))
        if (one.length > 3 && rest.includes(one)) rest = rest.replace(one, '');
      return isWord(rest);
    });
  }
}
