/** Checks of a page's layout. */
import type { Page } from '@playwright/test';

/** Whether the page itself scrolls sideways, how far, and the innermost element that reaches so far. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth + 1) return [];
    const far = [...document.querySelectorAll<HTMLElement>('body *')].findLast(
      (one) => Math.abs(one.getBoundingClientRect().right + scrollX - scrollWidth) < 1,
    );
    return [`${scrollWidth} px on ${clientWidth}: ${far?.outerHTML.slice(0, 160)}`];
  });

/** Buttons that overlap outside a table, and notices whose words have no space beside their button. */
export const crowded = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const buttons = [...document.querySelectorAll<HTMLElement>('#screen button, #screen a[href]')].filter(
      (one) => one.checkVisibility() && !one.closest('table, [role="table"], [data-bottom-bar], p, header'),
    );
    // A part that a strip cuts off overlaps nothing, because no finger can press it.
    const cut = (one: HTMLElement) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      let strip = one.parentElement;
      while (strip && getComputedStyle(strip).overflowX === 'visible') strip = strip.parentElement;
      const frame = strip?.getBoundingClientRect() ?? { left, right, top, bottom };
      return {
        top: Math.max(top, frame.top),
        bottom: Math.min(bottom, frame.bottom),
        left: Math.max(left, frame.left),
        right: Math.min(right, frame.right),
      };
    };
    const boxes = buttons.map(cut);
    for (const [at, one] of boxes.entries())
      for (const [more, other] of boxes.entries()) {
        // The cross of a filter lies on its chip.
        const chip = buttons[at]?.closest('.chip');
        if (
          more > at &&
          (!chip || chip !== buttons[more]?.closest('.chip')) &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 4 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4
        )
          found.push(`on one another: "${buttons[at]?.ariaLabel}" "${buttons[more]?.ariaLabel}"`);
      }
    for (const words of document.querySelectorAll<HTMLElement>(
      '#screen :is([role="status"], [role="alert"]).rounded-card > div',
    ))
      if (words.clientWidth < 150) found.push(`${words.clientWidth} px for "${words.textContent}"`);
    return found;
  });

/**
 * Targets on the screen that a finger may confuse: two are nearer than 8 px, or one is smaller than 48 px. Touching choices of one control (`Cases |
 * Units`) count as one target, and so do rows of a list, because a press beside a row hits the next row.
 */
export const tooNear = (page: Page) =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('#screen :is(button, a[href], input, select, [role="option"])'),
    ].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr-only, .answers'));
    const boxes = all.flatMap((one) => {
      const box = one.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return hit && one.contains(hit)
        ? [{ one, box, name: one.ariaLabel || one.textContent?.trim().slice(0, 40) }]
        : [];
    });
    const isOne = (a: HTMLElement, b: HTMLElement) =>
      a.contains(b) ||
      b.contains(a) ||
      (a.parentElement === b.parentElement && a.closest('fieldset') !== null) ||
      (a.closest('li') !== null && a.closest('ul') === b.closest('ul'));
    const found = boxes.flatMap(({ box, name }) =>
      Math.min(box.width, box.height) < 47 ? [`${Math.round(box.width)} x ${Math.round(box.height)}: "${name}"`] : [],
    );
    for (const [at, { one: a, box: A, name }] of boxes.entries())
      for (const { one: b, box: B, name: other } of boxes.slice(at + 1)) {
        const gap = Math.max(A.left - B.right, B.left - A.right, A.top - B.bottom, B.top - A.bottom);
        if (gap < 7.5 && !(gap < 0.5 && isOne(a, b))) found.push(`${gap.toFixed(1)} px: "${name}" "${other}"`);
      }
    return found;
  });

/**
 * Texts that are cut off by an ellipsis, a limit of lines or the edge of their box, and placeholders that are longer than their field. `untitled`: only
 * texts without a title that has the whole text. Content that can be scrolled does not count as cut.
 */
export const cutTexts = (page: Page, untitled: boolean) =>
  page.evaluate((untitled) => {
    const found: string[] = [];
    const measure = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    for (const one of document.querySelectorAll<HTMLElement>('header *, #screen *')) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (one.clientWidth <= 1 || one.closest('.sr-only, svg, [aria-hidden="true"]')) continue;
      const style = getComputedStyle(one);
      if (one instanceof HTMLInputElement) {
        measure.font = `${style.fontSize} ${style.fontFamily}`;
        const room = one.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        if (one.value === '' && measure.measureText(one.placeholder).width > room + 1)
          found.push(`placeholder: ${one.placeholder}`);
        continue;
      }
      if (one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement) continue;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const isEllipsis = style.textOverflow === 'ellipsis';
      if (!isEllipsis && /auto|scroll/.test(style.overflowX + style.overflowY)) continue;
      const hasText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const isLimited = style.webkitLineClamp !== '' && style.webkitLineClamp !== 'none';
      if (!isEllipsis && !isLimited && !hasText) continue;
      const isCut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3;
      if (!isCut || (untitled && (one.closest('[title]') || one.querySelector('[title]')))) continue;
      found.push(`cut: ${one.textContent?.trim().slice(0, 60)}`);
    }
    return [...new Set(found)];
  }, untitled);

/** Texts in rows of a list that a box cuts off without "…", with or without a title. */
export const cutWithoutMark = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const cell of document.querySelectorAll<HTMLElement>('#screen td')) {
      if (!cell.checkVisibility({ visibilityProperty: true })) continue;
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const of = text.parentElement;
        if (!of?.checkVisibility() || of.clientWidth === 1 || of.closest('.sr-only, svg, [aria-hidden="true"]'))
          continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()];
        for (let box: HTMLElement | null = of; box && box !== cell; box = box.parentElement) {
          const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(box);
          // This box marks its cut with "…", or is for screen readers.
          const isClamp = /\d/.test(webkitLineClamp) && box.scrollHeight > box.clientHeight + 3;
          if (textOverflow === 'ellipsis' || isClamp || clipPath !== 'none') break;
          if (overflowX === 'visible' && overflowY === 'visible') continue;
          const { right, bottom, top } = box.getBoundingClientRect();
          // A whole word that does not fit beside the name is hidden as one piece.
          const isSeen = lines.some((line) => line.top < bottom - 4 && line.bottom > top);
          if (isSeen && lines.some((line) => line.right > right + 2 || line.bottom > bottom + 6))
            found.push(`cut without a mark: ${text.textContent?.trim().slice(0, 60)}`);
        }
      }
    }
    return [...new Set(found)];
  });

/** Cells of a row or a card whose words, boxes or pictures lie over one another. */
export const overprinted = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const shapesOf = (cell: HTMLElement) => {
      const isMenu = cell.dataset.card === 'menu';
      // The words before a value belong to the style sheet, so only the box of their cell has a place.
      const shapes = isMenu ? [] : [cell.getBoundingClientRect()];
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text && !isMenu; text = texts.nextNode()) {
        const of = text.parentElement;
        if (!of?.checkVisibility({ visibilityProperty: true }) || of.closest('.sr-only, [popover]')) continue;
        // A box cuts its text: what lies beyond is not drawn.
        if (getComputedStyle(of).overflowX !== 'visible') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        shapes.push(...range.getClientRects());
      }
      return isMenu ? [...cell.querySelectorAll('svg')].map((one) => one.getBoundingClientRect()) : shapes;
    };
    for (const row of document.querySelectorAll<HTMLElement>('#screen .cards > tbody > tr')) {
      const cells = [...row.querySelectorAll<HTMLElement>(':scope > td')].filter((one) => one.checkVisibility());
      const drawn = cells.map(shapesOf);
      for (const [at, one] of drawn.entries())
        for (const [more, other] of drawn.entries())
          if (
            more > at &&
            one.some((a) =>
              other.some(
                (b) =>
                  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
                  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
              ),
            )
          )
            found.push(`over one another: "${cells[at]?.textContent}" "${cells[more]?.textContent}"`);
    }
    return [...new Set(found)].slice(0, 3);
  });

/** Texts of a card on a phone that reach beyond the edge of their card, and cards that reach beyond the window. */
export const beyondCards = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const row of document.querySelectorAll<HTMLElement>('#screen .cards > tbody > tr')) {
      const { left, right } = row.getBoundingClientRect();
      if (right > innerWidth) found.push(`a card of ${Math.round(right - left)} px on ${innerWidth} px`);
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const of = text.parentElement;
        if (!of?.checkVisibility({ visibilityProperty: true }) || of.closest('.sr-only, [popover]')) continue;
        if (getComputedStyle(of).overflowX !== 'visible') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        if ([...range.getClientRects()].some((line) => line.right > right - 4 || line.left < left + 4))
          found.push(`beyond its card: "${text.textContent?.trim().slice(0, 60)}"`);
      }
    }
    return [...new Set(found)].slice(0, 3);
  });

/** Amounts and phone numbers whose digits stand on two lines. */
export const brokenFigures = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    for (const one of document.querySelectorAll<HTMLElement>('#screen .figures')) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      for (const node of one.childNodes) {
        const text = node.textContent?.trim() ?? '';
        if (node.nodeType !== Node.TEXT_NODE || !/^[₦+−-]{0,2}[\d,.\u00a0]{5,}$/.test(text)) continue;
        range.selectNodeContents(node);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken: ${text}`);
      }
    }
    return [...new Set(found)];
  });
