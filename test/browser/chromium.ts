/** Debian's Chromium, driven without a screen. */
import { type Browser, chromium } from 'playwright-core'
import { whyMissing } from '../engines/debian.ts'

const PROGRAM = '/usr/bin/chromium'
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

/**
 * Why Chromium is missing, or `null`. In CI, as root and with apt-get, it is installed; a failure
 * to install is thrown there.
 */
export const chromiumMissing = (): Promise<string | null> =>
  whyMissing({ title: 'Chromium', path: PROGRAM, package: 'chromium' })

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: PROGRAM, args: FLAGS })
