/** docs/guides/capabilities.md, made of the table. */
import type { CapabilityRow } from '../../src/motion/scene-capability.ts';
import { FEATURES, GROUPS } from './registry.ts';

const HEAD = `# What every entry point answers

A query through any entry point has the answer of \`Scene\`, or is refused with an \`InputError\` (exit code 2 of a command) that has the sentence given below. Nothing is dropped silently.
This page is made of the table in the sources: each module has its row (\`*-capabilities.ts\`), and refusals are thrown with these sentences. A test asks random queries through every cell of it and compares the answers; those of \`Scene\` are judged by brute force.

● the same answer; a number: refused, see below.
`;

function table(rows: Readonly<Record<string, CapabilityRow>>, numbers: Map<string, number>): string {
  const names = Object.keys(rows);
  const mark = (row: CapabilityRow, feature: keyof CapabilityRow): string => {
    const cell = row[feature];
    if (cell === 'same') return '●';
    if (!numbers.has(cell.refused)) numbers.set(cell.refused, numbers.size + 1);
    return String(numbers.get(cell.refused));
  };
  const lines = (Object.keys(FEATURES) as (keyof CapabilityRow)[]).map(
    (feature) => `| ${FEATURES[feature]} | ${names.map((name) => mark(rows[name], feature)).join(' | ')} |`,
  );
  return [`| | ${names.map((name) => `\`${name}\``).join(' | ')} |`, `|---|${names.map(() => ':-:').join('|')}|`, ...lines].join('\n');
}

export function capabilitiesPage(): string {
  const numbers = new Map<string, number>();
  const parts = Object.entries(GROUPS).map(([title, rows]) => `## ${title}\n\n${table(rows, numbers)}\n`);
  const refusals = [...numbers].map(([sentence, number]) => `${number}. \`${sentence}\``);
  return `${HEAD}\n${parts.join('\n')}\n## Refusals\n\n${refusals.join('\n')}\n`;
}
