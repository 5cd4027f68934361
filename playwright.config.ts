import { defineConfig } from '@playwright/test';

/** Journeys run the built app against real server processes that each test owns; one browser at a time. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.cache/journeys',
  workers: 1,
  // Once more from a fresh site; `npm test` names at its end whatever needed that (README, "the second time").
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'demo', testMatch: /demo\.setup\.ts/ },
    { name: 'journeys', testMatch: /\.spec\.ts/, dependencies: ['demo'] },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        '--disable-gpu',
      ],
    },
  },
});
