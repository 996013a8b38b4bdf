import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/** Files by their paths, those of TypeScript itself too: most are in all programs, and stay as they are. */
const parsed: Map<string, ts.SourceFile> = new Map();

/**
 * The program of these files (paths from the repository, or absolute) and all that they import, with its types; `instead`: files that say
 * something else than on the disk, by their paths from the repository. What was read before is not parsed again; `last`: a program that
 * differs little.
 */
export function sourceProgram(
  entries: readonly string[],
  instead: ReadonlyMap<string, string> = new Map(),
  last: ts.Program | undefined = undefined,
): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const all = { ...options, skipLibCheck: true };
  const host = ts.createCompilerHost(all);
  const { getSourceFile, readFile } = host;
  const texts = new Map([...instead].map(([file, text]) => [resolve(ROOT, file), text]));
  host.readFile = (file) => texts.get(resolve(file)) ?? readFile.call(host, file);
  host.getSourceFile = (file, ...more) => {
    const known = parsed.get(file);
    if (known !== undefined && known.text === host.readFile(file)) return known;
    const made = getSourceFile.call(host, file, ...more);
    if (made !== undefined) parsed.set(file, made);
    return made;
  };
  return ts.createProgram(
    entries.map((entry) => resolve(ROOT, entry)),
    all,
    host,
    last,
  );
}
