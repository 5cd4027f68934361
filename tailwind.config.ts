import type { Config } from 'tailwindcss';

/**
 * Design tokens by name; their values are CSS variables in src/ui/theme/densities.css, so that the theme switches without a rebuild.
 * One accent (adire indigo); amber and red are kept for what waits and what failed.
 */
const token = (name: string) => `var(--${name})`;

export default {
  theme: {
    extend: {
      colors: {
        page: token('page'),
        surface: { DEFAULT: token('surface'), sunken: token('surface-sunken'), raised: token('surface-raised') },
        line: { DEFAULT: token('line'), strong: token('line-strong') },
        ink: { DEFAULT: token('ink'), soft: token('ink-soft'), faint: token('ink-faint') },
        accent: {
          DEFAULT: token('accent'),
          strong: token('accent-strong'),
          soft: token('accent-soft'),
          ink: token('accent-ink'),
        },
        good: { DEFAULT: token('good'), soft: token('good-soft') },
        wait: { DEFAULT: token('wait'), soft: token('wait-soft') },
        bad: { DEFAULT: token('bad'), soft: token('bad-soft') },
        // Plots: in, out, returned, rejected or counted; the period before; the grid.
        plot: {
          1: token('plot-1'),
          2: token('plot-2'),
          3: token('plot-3'),
          4: token('plot-4'),
          mute: token('plot-mute'),
          grid: token('plot-grid'),
        },
        brand: {
          DEFAULT: token('brand'),
          raised: token('brand-raised'),
          line: token('brand-line'),
          ink: token('brand-ink'),
          soft: token('brand-soft'),
          mark: token('brand-mark'),
          bad: token('brand-bad'),
        },
      },
      // 55, 240, 60 and 750 px (SHELL-30, SHELL-31, CONST-20) at letters of the usual size; larger letters need more. `tap` and `row` follow the density.
      spacing: {
        tap: token('tap'),
        row: token('row'),
        header: '3.4375rem',
        sidebar: '15rem',
        'sidebar-mini': '3.75rem',
        wizard: '46.875rem',
      },
      borderRadius: { card: '0.75rem', field: '0.5rem' },
      boxShadow: { card: token('shadow-card'), pop: token('shadow-pop') },
      fontFamily: {
        sans: [token('face')],
      },
    },
  },
} satisfies Config;
