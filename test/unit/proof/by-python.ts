import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the checker in Python is. */
export const FOLDER = fileURLToPath(new URL('../../../examples/proof', import.meta.url));
/** One proof a line, as a list of its lines; one result a line. */
const PROGRAM = `
import sys, json
sys.path.insert(0, sys.argv[1])
import verify
for line in sys.stdin:
    print(verify.verify(json.loads(line))[0])
`;

/** Without it there is nothing to compare with. */
export const hasPython: boolean = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What the checker in Python says of proofs, each a list of lines. */
export function byPython(proofs: readonly (readonly string[])[]): string[] {
  const input = proofs.map((lines) => `${JSON.stringify(lines)}\n`).join('');
  const out = execFileSync('python3', ['-c', PROGRAM, FOLDER], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return out.trimEnd().split('\n');
}
