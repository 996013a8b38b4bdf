/**
 * A copy of the sources that counts its work: one for every call of a function and every turn of a loop, put in as the
 * text is bundled. So work is counted that a program does not count itself, alike on every machine.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';

/** Where the copy counts; one for all copies of a process. */
const counter: Float64Array = new Float64Array(1);
Object.assign(globalThis, { countedWork: counter });

const ONE = 'countedWork[0]++';

/** Work since the process began. */
export function workDone(): number {
  return counter[0];
}

/** Bundles a module with all it imports from the repository, counting, and imports that. */
export async function importCounted<Module>(entry: string): Promise<Module> {
  const folder = mkdtempSync(join(tmpdir(), 'counted-'));
  try {
    const outfile = join(folder, 'counted.mjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'error',
      plugins: [
        {
          name: 'counted',
          setup: ({ onLoad }) => onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({ contents: counted(path), loader: 'ts' })),
        },
      ],
    });
    return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Module;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function counted(path: string): string {
  const text = readFileSync(path, 'utf8');
  const added: [at: number, what: string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) around(node.statement, '{', ';', '}', added);
    else if (ts.isFunctionLike(node) && !ts.isConstructorDeclaration(node)) {
      const { body } = node as ts.FunctionLikeDeclaration;
      if (body !== undefined) around(body, '(', ',(', '))', added);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  let out = text;
  for (const [at, what] of added.sort((a, b) => b[0] - a[0])) out = out.slice(0, at) + what + out.slice(at);
  return out;
}

/** Counts at the beginning of a block; what is none is put between brackets. */
function around(body: ts.Node, open: string, between: string, close: string, added: [number, string][]): void {
  if (ts.isBlock(body)) added.push([body.getStart() + 1, `${ONE};`]);
  else added.push([body.getStart(), `${open}${ONE}${between}`], [body.end, close]);
}
