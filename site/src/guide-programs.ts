// The programs of a guide: a block marked `ts` that a block marked `text` follows prints what that one says. Those after the first go
// on with what the first has made: there they `declare` it, so that each compiles by itself too. Pages run them, and so do tests.

/** One block and what it is said to print. */
export interface GuideProgram {
  readonly text: string;
  readonly promised: string;
}

/** The blocks of a guide that say what they print, in order. */
export function guidePrograms(markdown: string): GuideProgram[] {
  return [...markdown.matchAll(/^```ts\n((?:(?!```).*\n)*)```\n\n```text\n((?:(?!```).*\n)*)```$/gm)].map(([, text, promised]) => ({
    text,
    promised,
  }));
}

/** Printed before each of several programs. */
export const SEPARATOR = '--- the next program ---';

/** Imports of all of them first, each name once; the first as it is, the others in scopes of their own. */
export function togetherProgram(texts: readonly string[]): string {
  const names = new Map<string, Set<string>>();
  const bodies = texts.map((text) =>
    text.replace(/^import (type )?\{([^}]*)\} from '([^']+)';\n/gm, (_, type, list, door) => {
      const own = names.get(door) ?? new Set();
      names.set(door, own);
      for (const name of type ? [] : list.split(',')) if (!/^\s*(type\s|$)/.test(name)) own.add(name.trim());
      return '';
    }),
  );
  const imports = [...names].map(([door, own]) => `import { ${[...own].join(', ')} } from '${door}';`);
  const parts = bodies.map((body, k) => `console.log('${SEPARATOR}');\n${k === 0 ? body : `{\n${body}\n}`}`);
  return [...imports, ...parts].join('\n');
}

/** Whether a program goes on with what the first one has made. */
export function goesOn(text: string): boolean {
  return /^declare /m.test(text);
}
