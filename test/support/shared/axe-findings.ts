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

/** All that axe finds. It comes into the page as a debugger does: the page's policy lets no script in. */
export async function axeFindings(page: Page): Promise<AxeFinding[]> {
  program ??= readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
  await page.evaluate(program);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 160)) }));
  });
}
