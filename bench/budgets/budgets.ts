// Is `maxMilliseconds` kept? Random scenes of all classes, easy and hard, each asked within 1, 10 and 100 ms.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { milliseconds, setClock } from '../../src/contact/budget.ts';
import { Random } from '../../src/index.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { summarize } from '../shared/statistics.ts';
import { type Cell, type Table, toCsv, toMarkdown } from '../shared/table.ts';
import { anyOtherQuestion } from './other-questions.ts';
import type { Hardness, Question } from './question.ts';
import { anyRigidQuestion } from './rigid-questions.ts';
import { anySceneQuestion, dragQuestion } from './scene-questions.ts';

export const BUDGETS_USAGE = `budgets  is maxMilliseconds kept? Random scenes of every class, each asked within 1, 10 and 100 ms
  --scenes N             so many (default: 10000)
  --seed N               of the scenes (default: 1)
  --by wall|processor    the clock that budgets go by and times are taken with (default: wall); on a busy machine processor time
                         says what the program does, and wall time what others leave of it
  --quick                a look whether it runs: 20 scenes, small ones
  --out DIR              where tables go (default: bench/results/budgets)`;

const BUDGETS: readonly number[] = [1, 10, 100];
/** The goal: no more than this share beyond what was asked, and this many milliseconds. */
const SHARE = 0.2;
const MORE = 20;

interface Taken {
  readonly question: Question;
  readonly asked: number;
  readonly cut: boolean;
  readonly took: number;
}

export async function budgets(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['scenes', 'seed', 'by', 'quick', 'out']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const by = textOption(line, 'by') ?? 'wall';
  if (by !== 'wall' && by !== 'processor') throw new UsageError(`--by: wall or processor, not '${by}'`);
  const quick = line.options.has('quick');
  const scenes = countOption(line, 'scenes', quick ? 20 : 10_000);
  const random = new Random(`budgets ${countOption(line, 'seed', 1)}`);
  setClock(by === 'processor' ? processorClock : undefined);
  const taken: Taken[] = [];
  try {
    for (let scene = 0; scene < scenes; scene++) {
      const question = anyQuestion(quick ? { triangles: 200, members: 4 } : anyHardness(random), random);
      for (const asked of BUDGETS) taken.push(await ask(question, asked));
      if (scene % 500 === 499) console.error(`bench: ${scene + 1} scenes`);
    }
  } finally {
    setClock(undefined);
  }
  const note = `${scenes} scenes, ${by} time in milliseconds; beyond: of all, how many took more than asked + ${100 * SHARE} % + ${MORE} ms.`;
  const tables = [byClass(taken, note), worst(taken)];
  const each = taken.map(({ question, asked, cut, took }) => [question.kind, question.name, asked, cut ? 1 : 0, took]);
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'budgets'));
  mkdirSync(out, { recursive: true });
  for (const table of [
    ...tables,
    { file: 'answers', title: '', note: '', columns: ['class', 'question', 'asked', 'cut', 'taken'], rows: each },
  ])
    writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
  const text = tables.map(toMarkdown).join('\n');
  writeFileSync(join(out, 'budgets.md'), text);
  console.log(text);
}

function processorClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function ask(question: Question, asked: number): Promise<Taken> {
  question.prepare?.();
  const begun = milliseconds();
  const { cut } = await question.ask(asked);
  return { question, asked, cut, took: milliseconds() - begun };
}

/** Most are of an ordinary size, some are large. */
function anyHardness(random: Random): Hardness {
  return { triangles: random.pick([500, 2000, 2000, 8000, 30_000]), members: random.pick([4, 10, 10, 30, 100]) };
}

function anyQuestion(hardness: Hardness, random: Random): Question {
  const which = random.next();
  if (which < 0.4) return anyRigidQuestion(hardness, random);
  if (which < 0.65) return anySceneQuestion(hardness, random);
  return which < 0.68 ? dragQuestion(hardness, random) : anyOtherQuestion(hardness, random);
}

function isBeyond({ asked, took }: Taken): boolean {
  return took > (1 + SHARE) * asked + MORE;
}

function byClass(taken: readonly Taken[], note: string): Table {
  const kinds = [...new Set(taken.map(({ question }) => question.kind))].sort();
  const rows: Cell[][] = [];
  for (const kind of ['all', ...kinds]) {
    for (const asked of BUDGETS) {
      const own = taken.filter((one) => one.asked === asked && (kind === 'all' || one.question.kind === kind));
      const { count, median, p95, max } = summarize(own.map(({ took }) => took));
      const cut = own.filter((one) => one.cut).length;
      rows.push([kind, asked, count, cut, median, p95, max, own.filter(isBeyond).length]);
    }
  }
  const columns = ['class', 'asked', 'questions', 'cut short', 'median', '95 %', 'worst', 'beyond'];
  return { file: 'budgets', title: 'Budgets kept', note, columns, rows };
}

function worst(taken: readonly Taken[]): Table {
  const rows = [...taken]
    .sort((a, b) => b.took - 1.2 * b.asked - (a.took - 1.2 * a.asked))
    .slice(0, 12)
    .map(({ question, asked, took }) => [question.kind, question.name, asked, took]);
  const note = 'Those that went farthest beyond what was asked.';
  return { file: 'worst', title: 'The worst', note, columns: ['class', 'question', 'asked', 'taken'], rows };
}
