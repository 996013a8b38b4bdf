import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { ROOT } from '../../../scripts/run.mjs';

/** What axe finds wrong with a page as it is now: rule, gravity and the elements. */
export interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly where: readonly string[];
}

let program: string | undefined;

/** Rules whose answer hangs on the colours, and so on the theme. */
const COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * All that axe finds, or what it finds about colours: what else there is to find is the same in the other theme. It comes into the page as
 * a debugger does: the page's policy lets no script in.
 */
export async function axeFindings(page: Page, about: 'all' | 'colours' = 'all'): Promise<AxeFinding[]> {
  program ??= readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`globalThis.axe ?? (() => {${program}})()`);
  return page.evaluate(
    async (rules) => {
      const { axe } = window as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules === null ? {} : { runOnly: rules }) });
      return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 160)) }));
    },
    about === 'all' ? null : COLOURS,
  );
}

/** The page in a theme of the system's, once its colours have changed. */
export async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
}
