import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program of these files (paths from the repository, or absolute) and all that they import, with its types. */
export function sourceProgram(entries: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return ts.createProgram(
    entries.map((entry) => resolve(ROOT, entry)),
    { ...options, skipLibCheck: true },
  );
}
