import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { type Contact, type FirstContact, type Method, PairQuery } from '../index.ts';
import { headlineOf, proofOf, reportPage, shown, shownCount, shownDirection, shownPoint } from '../report/index.ts';
import { type DemoScene, demoScene } from './demo-scene.ts';
import { methodOption, portNumber } from './option-values.ts';
import { servePage } from './serve-page.ts';
import { Stopwatch } from './stopwatch.ts';
import { type Colors, colorsFor, type Streams } from './streams.ts';
import { packageVersion } from './version.ts';
import { writePage } from './write-page.ts';

interface DemoOptions {
  readonly method: Method;
  readonly out: string;
  readonly port: number;
  readonly serve: boolean;
}

const MOST_CONTACTS_SHOWN = 6;

const EXAMPLES = `
A gear wheel tumbles onto a torus knot: when do they first touch, where, and what is proven? The answer is printed, and written
as a page with a picture that can be turned and played. On a terminal the page is also served until Ctrl-C.

Examples:
  $ inbetween demo
  $ inbetween demo --no-serve --out out --method hca
`;

export function addDemoCommand(program: Command, streams: Streams): void {
  program
    .command('demo')
    .summary('checks one built-in motion and shows it')
    .description('Checks one built-in motion, prints the answer and writes a page that shows it.')
    .addOption(methodOption())
    .option('--out <folder>', 'where report.html goes', 'out')
    .option('--port <port>', 'where to serve the page; 0 is any free port', portNumber, 0)
    .option('--no-serve', 'only write the page')
    .addHelpText('after', EXAMPLES)
    .action((options: DemoOptions) => demo(options, streams));
}

async function demo(options: DemoOptions, streams: Streams): Promise<void> {
  const { stdout, env } = streams;
  const c = colorsFor(stdout, env);
  const scene = demoScene();
  const { a, b, tolerance } = scene;
  const pair = new PairQuery(a, b);
  const watch = new Stopwatch();
  watch.start();
  const result = pair.firstContact(a.motion, b.motion, { method: options.method, tolerance, contacts: 'minimal' });
  const milliseconds = watch.stop();
  stdout.write(answerText(scene, result, milliseconds, c));

  const html = reportPage({
    title: 'A gear wheel tumbles onto a torus knot',
    a,
    b,
    result,
    clearance: 0,
    unit: 'mm',
    milliseconds,
    version: packageVersion(),
  });
  const path = join(options.out, 'report.html');
  await writePage(path, html);
  stdout.write(`\n${c.bold('page')}  ${path}  ${c.dim(pathToFileURL(resolve(path)).href)}\n`);

  if (!options.serve || stdout.isTTY !== true || env.CI) return;
  const page = await servePage(html, options.port);
  stdout.write(`${c.bold('look')}  ${c.cyan(page.url)}  ${c.dim('(Ctrl-C ends)')}\n`);
  await streams.untilInterrupted();
  await page.close();
}

function answerText({ a, b, tolerance }: DemoScene, result: FirstContact, milliseconds: number, c: Colors): string {
  const { status, time, gap, contacts, stats, rounding } = result;
  const size = ({ name, mesh }: DemoScene['a']) => `${c.cyan(name)} (${shownCount(mesh.triangleCount)} triangles)`;
  const lines = [
    `${size(a)} moves, ${size(b)} rests; lengths in mm`,
    '',
    c.bold(headlineOf(result)),
    `  status     ${status === 'contact' ? c.yellow(status) : status}`,
    `  time       ${time}`,
    `  bodies     ${a.name}, ${b.name}`,
    `  gap        ${gap === null ? 'not determined' : gap[0] > 0 ? `between ${gap[0]} and ${gap[1]}` : `at most ${gap[1]}`}`,
    `  tolerance  ${tolerance}`,
    `  rounding   ${shown(rounding, 3)} at most`,
    '',
    c.bold(contacts.length === 1 ? '1 contact' : `${contacts.length} contacts`),
    ...contacts.slice(0, MOST_CONTACTS_SHOWN).map(contactText),
    ...(contacts.length > MOST_CONTACTS_SHOWN ? [`  and ${contacts.length - MOST_CONTACTS_SHOWN} more, in the page`] : []),
    '',
    c.bold('proven'),
    ...proofOf(result, 0).map((sentence) => `  ${sentence}`),
    '',
    c.bold('work'),
    `  ${shownCount(stats.nodes)} pairs of volumes, ${shownCount(stats.triangles)} pairs of triangles, ${shownCount(stats.poses)} poses, ` +
      `${shownCount(stats.iterations)} iterations; method ${stats.method}, ${shown(milliseconds, 3)} ms, cold`,
  ];
  return `${lines.join('\n')}\n`;
}

function contactText({ kind, a, b, point, normal, distance }: Contact): string {
  const triangles = `triangles ${a.triangle} and ${b.triangle}`;
  return `  ${kind.padEnd(11)}  at ${shownPoint(point)}  normal ${shownDirection(normal)}  distance ${shown(distance, 4)}  ${triangles}`;
}
