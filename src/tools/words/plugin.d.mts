import type { Plugin } from 'vite';

export function words(locale: string): Plugin;
