// Finds the Chromium that the browser tests run in. CHROME_PATH decides when it is set (empty: no browser).
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome.exe'];

/** Where it stands on systems that do not put it into the path. */
const USUAL_PLACES = {
  darwin: ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
};

/**
 * Two pages below the address bar, which nobody sees: with every window Chromium loads them, for a third of what a page of ours costs.
 * Of several such lists only the last counts: this one begins with what Playwright switches off.
 */
const OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/**
 * Headless, without a sandbox (containers run as root), and without any traffic of its own. Text and lines are drawn by the processor:
 * by graphics hardware that is software itself (Debian asks for that) the first picture of the viewer takes 5 s instead of 1.5. Graphics
 * programs are compiled when they are used, not once more before.
 */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu-rasterization',
  '--disable-angle-features=warmUpPipelineCacheAtLink',
  `--disable-features=${OFF.join()}`,
];

/** WebGPU in software, also without a graphics card. */
export const WEBGPU_FLAGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];

/** Path of a Chromium to run, or undefined when there is none. */
export async function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen !== undefined) return chosen !== '' && isExecutable(chosen) ? chosen : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return inPath ?? USUAL_PLACES[process.platform]?.find(isExecutable) ?? (await playwrightsOwn());
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import('playwright');
    const path = chromium.executablePath();
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined; // playwright is not installed, or knows no browser for this system
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
