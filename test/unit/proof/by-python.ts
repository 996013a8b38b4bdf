/** The second checker, where there is a Python for it. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const PROOF_EXAMPLES: string = fileURLToPath(new URL('../../../examples/proof', import.meta.url));
/** One proof a line, as a list of its lines; one result a line. */
const PROGRAM = `
import sys, json
sys.path.insert(0, sys.argv[1])
import verify
for line in sys.stdin:
    print(verify.verify(json.loads(line), int(sys.argv[2]))[0])
`;

export const hasPython: boolean = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What it finds of each proof, given as lines; beyond so many pieces of leaves it gives up. */
export function byPython(proofs: readonly (readonly string[])[], maxPieces = 50_000_000): string[] {
  const input = proofs.map((lines) => `${JSON.stringify(lines)}\n`).join('');
  const out = execFileSync('python3', ['-c', PROGRAM, PROOF_EXAMPLES, `${maxPieces}`], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return out.trimEnd().split('\n');
}
