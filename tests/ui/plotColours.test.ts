/** The colours of plots can be told apart in both themes, also by people who do not see red or green, and stand out from their ground (decision 0224). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Triple = [number, number, number];

const CSS = readFileSync(new URL('../../src/ui/theme/densities.css', import.meta.url), 'utf8');
const [, light = '', dark = ''] = /--page: #f5f4f0;([^}]*)\}[\s\S]*?data-theme="dark"\] \{([^}]*)\}/.exec(CSS) ?? [];
const colour = (theme: string, name: string): Triple => {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(theme)?.[1] ?? '';
  expect(hex, name).toHaveLength(6);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Triple;
};

const linear = (rgb: Triple) =>
  rgb.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)) as Triple;
const times = (matrix: readonly Triple[], of: Triple) =>
  matrix.map((row) => row.reduce((sum, one, at) => sum + one * (of[at] ?? 0), 0)) as Triple;

/** What people see who lack a kind of cone (Machado, Oliveira and Fernandes 2009, the whole lack), over linear light. */
const SIGHTS: Readonly<Record<string, readonly Triple[]>> = {
  whole: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'without red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'without green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** CIE L*a*b* of linear light. */
function lab(light: Triple): Triple {
  const [x = 0, y = 0, z = 0] = times(
    [
      [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
      [0.2126, 0.7152, 0.0722],
      [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
    ],
    light.map((one) => Math.min(1, Math.max(0, one))) as Triple,
  ).map((one) => (one > 0.008856 ? Math.cbrt(one) : 7.787 * one + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const apart = (one: Triple, other: Triple) => Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));
const luminance = (light: Triple) => 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];

test.each(
  [
    ['light', light],
    ['dark', dark],
  ].flatMap(([theme = '', css = '']) => Object.keys(SIGHTS).map((sight) => [theme, sight, css] as const)),
)('the four colours of a plot are far from one another: %s theme, sight %s', (_, sight, css) => {
  const seen = [1, 2, 3, 4].map((tone) => lab(times(SIGHTS[sight] ?? [], linear(colour(css, `plot-${tone}`)))));
  // Ten is what an eye tells apart at a glance.
  for (const [at, one] of seen.entries())
    for (const [more, other] of seen.entries())
      if (more > at) expect(apart(one, other), `plot-${at + 1} and plot-${more + 1}`).toBeGreaterThan(10);
});

test.each([
  ['light', light],
  ['dark', dark],
])('each colour of a plot stands out from the card: %s theme', (_, css) => {
  const ground = luminance(linear(colour(css, 'surface')));
  for (const tone of [1, 2, 3, 4]) {
    const own = luminance(linear(colour(css, `plot-${tone}`)));
    const contrast = (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
    expect(contrast, `plot-${tone}`).toBeGreaterThanOrEqual(3);
  }
});
