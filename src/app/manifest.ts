/** The web app manifest: name, colours, and the four transfers as shortcuts. */
import { KINDS } from '../domain/transfer.ts';

export const manifest = {
  id: '/',
  name: 'Kasuwa back office',
  short_name: 'Kasuwa',
  description: 'Receive, reject, issue and return stock, with or without a connection.',
  start_url: '/',
  scope: '/',
  display: 'standalone' as const,
  orientation: 'any' as const,
  background_color: '#f5f4f0',
  theme_color: '#151c42',
  lang: 'en-NG',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: '/screenshots/wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide' as const,
      label: 'Receiving a shipment',
    },
    {
      src: '/screenshots/narrow.png',
      sizes: '800x1280',
      type: 'image/png',
      form_factor: 'narrow' as const,
      label: 'Receiving a shipment, upright',
    },
  ],
  shortcuts: Object.values(KINDS).map((kind) => ({
    name: kind.title,
    url: `/inventory/${kind.type}/${kind.direction}`,
  })),
};
