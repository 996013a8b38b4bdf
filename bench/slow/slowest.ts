// Random questions of the kinds that users ask, and the slowest hundredth of each kind: is there a reason why they take so long?

import { Random } from '../../src/index.ts';
import { UsageError } from '../shared/command-line.ts';
import { progress } from '../shared/part.ts';
import type { Cell, Table } from '../shared/table.ts';
import { since } from './processor-time.ts';
import { KINDS } from './random-questions.ts';

/** Compiled before anything is measured. */
const WARM = 10;

interface Asked {
  readonly number: number;
  readonly what: string;
  readonly answer: string;
  readonly work: number;
  readonly ms: number;
}

/** Each question can be asked again by itself: it depends on seed, kind and number only. */
export function slowest(count: number, seed: string, only: string | undefined): Table {
  if (only !== undefined && KINDS[only] === undefined)
    throw new UsageError(`there is no kind '${only}'; there are ${Object.keys(KINDS).join(', ')}`);
  const rows: Cell[][] = [];
  for (const kind of only === undefined ? Object.keys(KINDS) : [only]) {
    const start = performance.now();
    for (let i = 0; i < Math.min(WARM, count); i++) KINDS[kind](new Random(`${seed} ${kind} warm ${i}`)).ask();
    const asked = Array.from({ length: count }, (_, i): Asked => {
      const { what, ask } = KINDS[kind](new Random(`${seed} ${kind} ${i}`));
      const begun = process.cpuUsage();
      const { answer, work } = ask();
      return { number: i, what, answer, work, ms: since(begun) };
    });
    asked.sort((a, b) => b.ms - a.ms);
    const middle = asked[Math.floor(count / 2)];
    rows.push([kind, 'median', '', middle.answer, middle.work, middle.ms]);
    for (const { number, what, answer, work, ms } of asked.slice(0, Math.ceil(count / 100)))
      rows.push([kind, number, what, answer, work, ms]);
    progress(`${kind}: ${count} questions`, start);
  }
  return {
    file: 'slowest',
    title: 'The slowest hundredth of random questions',
    note: `${count} questions of each kind, seed ${seed}. Work: pairs of nodes and triangles, looks (worlds, convex), elementary tests (deforming); none is told of stretches and clearances. Processor time, once each.`,
    columns: ['kind', 'number', 'question', 'answer', 'work', 'ms'],
    rows,
  };
}
