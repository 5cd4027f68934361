/** The files that a plot offers: its figures as CSV, its drawing as SVG. */
import { csvCell } from '#domain/csvCell.ts';
import { dateInput } from '#domain/time.ts';
import type { PlotFigures } from './figures.ts';

/** The figures as CSV in UTF-8 with BOM. Days are yyyy-MM-dd, figures are plain numbers, kobo as naira. `number` changes all others. */
export function plotCsv(
  { points, series }: PlotFigures,
  first: string,
  number: (value: number) => number = (value) => value,
): string {
  const rows = [
    [first, ...series.map((one) => one.title)],
    ...points.map((point) => [
      point.name ?? (point.at === undefined ? '' : dateInput(point.at)),
      ...series.map(({ key, kobo }) => {
        const value = point.values[key];
        return value === undefined ? '' : String(kobo ? value / 100 : number(value));
      }),
    ]),
  ];
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** The drawing as a file of its own: colours and letters are written into it, because the file is used without the page's styles. */
export function plotSvg(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((element, at) => {
    const its = to[at];
    if (!its) return;
    const look = getComputedStyle(element);
    its.removeAttribute('class');
    for (const name of ['fill', 'stroke', 'opacity', 'font-size', 'font-weight', 'font-family'] as const) {
      const value = look.getPropertyValue(name);
      if (name.startsWith('font') && element.tagName !== 'text') continue;
      // In the page the reference to the hatching contains the page's address.
      if (value && !(name === 'fill' && value.startsWith('url'))) its.setAttribute(name, value);
    }
  });
  copy.querySelector('[data-band]')?.remove();
  const { width, height } = svg.getBoundingClientRect();
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(svg).getPropertyValue('--surface'));
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  copy.prepend(name, ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  return new XMLSerializer().serializeToString(copy);
}

/** Offers a text as a download. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
