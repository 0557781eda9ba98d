// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, Trouble } from './prepare.mjs'

/** Chromium without the windows around it: the same pages, a sixth sooner. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Some systems have a command of that name which only says how to install it. */
const runs = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

function playwrights() {
  try {
    const { chromium } = createRequire(join(root, 'package.json'))('playwright')
    return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
  } catch {
    return null
  }
}

/** The path or name of a Chromium that runs here, or null. */
export function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new Trouble(`CHROMIUM_PATH is ${given}, and that does not run: correct it, or leave it out.`)
  }
  const found = NAMES.find(runs)
  if (!found) return process.platform === 'darwin' && existsSync(MAC) ? MAC : playwrights()
  const which = spawnSync('which', [found], { encoding: 'utf8' })
  return which.stdout?.trim() || found
}

const attempt = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
    .status === 0

/** Whether pages in Japanese and Chinese will show characters and not boxes. */
function hasCjkFonts() {
  const fonts = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' })
  return fonts.status === 0 && fonts.stdout.trim() !== ''
}

/** Installs packages of the system, where we may. */
function install(...packages) {
  console.log(`Installing ${packages.join(' and ')} for the browser tests ...`)
  return attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
}

/**
 * A Chromium for the browser tests: one that is installed, else the system's package where we may install it, else
 * Playwright's own.
 */
export function ensureBrowser() {
  let found = findBrowser()
  const lacksFonts = !hasCjkFonts()
  if ((!found || lacksFonts) && process.getuid?.() === 0 && attempt('apt-get', ['update', '-qq'])) {
    if (lacksFonts) install('fonts-noto-cjk')
    if (!found && !install(SHELL)) install('chromium')
    found ??= findBrowser()
  }
  if (found) return found
  console.log("Downloading Playwright's Chromium for the browser tests ...")
  attempt(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  const downloaded = playwrights()
  if (downloaded && runs(downloaded)) return downloaded
  throw new Trouble(
    'There is no browser for the browser tests, and none could be installed: install Chromium, or set CHROMIUM_PATH to one.',
  )
}
