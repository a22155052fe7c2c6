/** Debian's Chromium, driven without a screen. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { whyMissing } from '../engines/debian.ts'

/**
 * Chromium without browser windows, which cost half of the processor time. The full browser works
 * as well.
 */
const SHELL = {
  title: 'Chromium',
  path: '/usr/bin/chromium-headless-shell',
  package: 'chromium-headless-shell',
}
const FULL = '/usr/bin/chromium'
/**
 * The browser's own suggestions are pages, drawn anew for every window: most of what a window
 * costs. They are left out, and with them what Playwright leaves out, since the browser heeds one
 * list.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
]
/** Chromium makes no requests of its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

const PROGRAM = [SHELL.path, FULL].find((path) => existsSync(path)) ?? SHELL.path

/**
 * Why Chromium is missing, or `null`. In CI, as root and with apt-get, the shell is installed where
 * neither is at hand; a failure to install is thrown there.
 */
export const chromiumMissing = (): Promise<string | null> => whyMissing({ ...SHELL, path: PROGRAM })

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: PROGRAM, args: FLAGS })
