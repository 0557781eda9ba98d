import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

const DEBIANS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Starts the Chromium that CHROMIUM_PATH names, else the system's, else Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || DEBIANS.find((path) => existsSync(path))
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
