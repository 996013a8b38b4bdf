import { basename, resolve } from 'node:path';
import { type AllowedPair, InputError, type Robot, type SampledPairs, sampledPairs } from '../index.ts';
import { type Files, parseSrdf, readUrdf } from '../io/index.ts';
import { safeJson, safeText } from '../words/safe-text.ts';
import { shown, shownCount } from '../words/shown-number.ts';
import { srdfText, withPairs } from './srdf-text.ts';
import { inputFiles, type OutsideWish } from './terminal/input-files.ts';
import { jsonKind, OutputFile, type OutputKind } from './terminal/output-file.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { slashed } from './terminal/slashed-path.ts';
import { colorsFor, type Streams } from './terminal/streams.ts';
import { textTable } from './terminal/text-table.ts';
import { refuseUnwritable } from './terminal/write-text.ts';

export interface AcmOptions extends OutsideWish {
  readonly srdf?: string;
  readonly geometry: 'collision' | 'visual';
  readonly samples: number;
  readonly seed: number;
  readonly format?: 'srdf' | 'json';
  readonly output?: string;
  readonly package?: Readonly<Record<string, string>>;
  readonly force?: boolean;
  readonly maxWork?: number;
}

type FoundPair = Required<AllowedPair> & { readonly contacts?: number };
type NamedPair = Pick<AllowedPair, 'a' | 'b'>;

export async function acm(path: string, options: AcmOptions, streams: Streams): Promise<void> {
  const { stdout, stderr } = streams;
  const c = colorsFor(stdout, streams.env);
  const format = options.format ?? (options.output === undefined ? undefined : /\.json$/i.test(options.output) ? 'json' : 'srdf');
  const output = options.output === undefined ? undefined : await checkedOutput(options.output, format, path, options);
  const inputs = inputFiles(options, streams.env);
  const { samples, seed, geometry, maxWork } = options;
  const srdf = options.srdf === undefined ? undefined : slashed(options.srdf);
  const warn = (text: string) => stderr.write(`${colorsFor(stderr, streams.env).yellow('warning:')} ${safeText(text)}\n`);
  const robot = await readUrdf(inputs, slashed(path), {
    srdf,
    geometry,
    packages: options.package,
    allowAdjacent: false,
    maxWork,
    onWarning: warn,
  });
  const semantic = srdf === undefined ? undefined : await readSrdf(inputs, srdf, maxWork);
  const stated = robot.allowed.list();
  const defaults = new Set(stated.flatMap(({ a, b, reason }) => (reason === 'default' ? [pairKey(a, b)] : [])));
  const isDefault = ({ a, b }: NamedPair) => defaults.has(pairKey(a, b));
  // sampled like all others, to warn of those that are seldom in contact
  for (const { a, b } of stated.filter(isDefault)) robot.allowed.disallow(a, b);
  const bar = new ProgressBar(stderr, samples, true);
  const sampled = sampledPairs(robot, { samples, seed, onProgress: (done) => bar.show(done, safeText(basename(path))) });
  bar.clear();
  const found = withEnabled(without(sampled, isDefault), semantic?.enabled ?? new Set());
  const all: readonly FoundPair[] = [...stated, ...found.allowed];
  for (const text of defaultWarnings(found.tested, sampled.tested.filter(isDefault), samples, srdf)) warn(text);
  const srdfOf = () => (semantic === undefined ? srdfText(robot.name, all) : withPairs(semantic.text, found.allowed));
  const text = format === 'json' ? jsonText(robot, found, all) : srdfOf();
  if (output !== undefined) {
    const kept = [...inputs.paths].filter((input) => input !== srdf || format === 'json');
    await output.write(text, kept);
  } else if (format !== undefined) {
    stdout.write(text);
    return;
  }
  const kinds = new Map<string, number>();
  for (const { reason } of all) kinds.set(reason, (kinds.get(reason) ?? 0) + 1);
  const sums = Array.from(kinds, ([kind, count]) => `${count} ${safeText(kind)}`).join(', ');
  stdout.write(
    `${c.bold(safeText(robot.name))}: ${shownCount(samples)} configurations; ${all.length} pairs need no test${sums && ` (${sums})`}, ${found.tested.length} do\n`,
  );
  stdout.write(`${restText(robot, found.rest)}\n\n`);
  if (output !== undefined) {
    stdout.write(`  written: ${output.path}\n`);
    return;
  }
  const share = (contacts?: number) => (contacts === undefined ? '' : `${((100 * contacts) / samples).toFixed(1)} %`);
  const rows = [
    ...all.map(({ a, b, reason, contacts }) => [a, b, reason, share(contacts)]),
    ...found.tested.map(({ a, b, contacts }) => [a, b, 'tested', share(contacts)]),
  ];
  const shownRows = rows.map((row) => row.map(safeText));
  stdout.write(`${textTable(['link', 'link', '', 'in contact'], shownRows, c.bold)}\n`);
}

const ACM_FORMAT = 'inbetween-acm/1';
const ACM_JSON: OutputKind = jsonKind(ACM_FORMAT);

/** An SRDF is never written over, but for the one that is added to. */
async function checkedOutput(file: string, format: 'srdf' | 'json' | undefined, urdf: string, options: AcmOptions): Promise<OutputFile> {
  const { srdf, force } = options;
  const advice = format === 'json' ? undefined : `--srdf ${file} adds to it, --force writes over it`;
  const output = new OutputFile('--output', file, format === 'json' ? ACM_JSON : undefined, advice);
  await new OutputFile('--output', file).refuseInputs([urdf]);
  const isAddedTo = format !== 'json' && srdf !== undefined && resolve(srdf) === resolve(file);
  if (!isAddedTo && !force) await output.refuseOthers();
  await refuseUnwritable(file);
  return output;
}

interface SemanticText {
  readonly text: string;
  /** Pairs that it wants tested, whatever is found. */
  readonly enabled: ReadonlySet<string>;
}

async function readSrdf(from: Files, file: string, maxWork: number | undefined): Promise<SemanticText> {
  const bytes = await from.read(file);
  const enabled = new Set(parseSrdf(bytes, file, { maxWork }).enabled.map(({ link1, link2 }) => pairKey(link1, link2)));
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), enabled };
  } catch {
    throw new InputError('is not UTF-8 and cannot be added to; save it as UTF-8 first', { file });
  }
}

function pairKey(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

function without({ allowed, tested, ...rest }: SampledPairs, isLeftOut: (pair: NamedPair) => boolean): SampledPairs {
  return { ...rest, allowed: allowed.filter((pair) => !isLeftOut(pair)), tested: tested.filter((pair) => !isLeftOut(pair)) };
}

function withEnabled(found: SampledPairs, enabled: ReadonlySet<string>): SampledPairs {
  const isEnabled = ({ a, b }: NamedPair) => enabled.has(pairKey(a, b));
  const moved = found.allowed.filter(isEnabled).map(({ a, b, contacts }) => ({ a, b, contacts, isContactAtRest: false }));
  return { ...found, allowed: found.allowed.filter((pair) => !isEnabled(pair)), tested: [...found.tested, ...moved] };
}

/** Names the tested pairs that touch at rest, and the pairs that an SRDF exempts because they do. */
function defaultWarnings(
  tested: SampledPairs['tested'],
  exempt: SampledPairs['tested'],
  samples: number,
  srdf: string | undefined,
): readonly string[] {
  const named = (pairs: SampledPairs['tested']) =>
    pairs.map(({ a, b, contacts }) => `${a} and ${b} (${((100 * contacts) / samples).toFixed(1)} %)`).join(', ');
  const atRest = tested.filter(({ isContactAtRest }) => isContactAtRest);
  const texts: string[] = [];
  if (atRest.length > 0) texts.push(`in contact at rest but not always, so they are tested: ${named(atRest)}`);
  if (exempt.length > 0)
    texts.push(
      `${srdf}: disables pairs with the reason Default that are not always in contact: ${named(exempt)}; a collision between them is not found. To test them, remove their lines`,
    );
  return texts;
}

/** Which configuration is at rest. */
function restText(robot: Robot, rest: readonly number[]): string {
  const others = robot.valueNames().flatMap((name, i) => (rest[i] === robot.neutral()[i] ? [] : [`${safeText(name)} ${shown(rest[i])}`]));
  return `at rest: every joint at 0${others.length === 0 ? '' : `, but by its limits ${others.join(', ')}`}`;
}

function jsonText(robot: Robot, { samples, tested, rest }: SampledPairs, allowed: readonly FoundPair[]): string {
  return `${safeJson({ format: ACM_FORMAT, robot: robot.name, samples, rest, allowed, tested }, 2)}\n`;
}
