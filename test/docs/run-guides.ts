// The guides whose programs run, in Node and in their pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/run.mjs';
import { type GuideProgram, guidePrograms } from '../../site/src/guide-programs.ts';

/** A guide whose programs run in its page. */
export interface RunGuide {
  readonly name: string;
  /** Its page, from the root of the site. */
  readonly page: string;
  readonly programs: readonly GuideProgram[];
}

/** Guides that say what a program of theirs prints. */
export function runGuides(): RunGuide[] {
  const folder = join(ROOT, 'docs/guides');
  return readdirSync(folder)
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .map(({ name, text }) => {
      const [, title] = /^# (.+)$/m.exec(text) ?? [];
      return { name, page: `docs/documents/${pageName(title ?? '')}.html`, programs: guidePrograms(text) };
    })
    .filter(({ programs }) => programs.length > 0);
}

/** As typedoc names the page of a document. */
function pageName(title: string): string {
  return title.replaceAll('`', '').replace(/[^\p{L}\p{N}.,-]/gu, '_');
}
