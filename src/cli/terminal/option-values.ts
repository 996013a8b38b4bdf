import { type Command, InvalidArgumentError, Option } from 'commander';
import { entryOf } from '../../words/entries.ts';
import { PAIR_METHODS, SCENE_METHODS } from './method-names.ts';

export const DECIMAL: RegExp = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function decimal(text: string): number {
  const value = Number(text);
  if (!DECIMAL.test(text) || !Number.isFinite(value)) throw new InvalidArgumentError('It should be a number.');
  return value;
}

export function positiveNumber(text: string): number {
  const value = decimal(text);
  if (!(value > 0)) throw new InvalidArgumentError('It should be a number above 0.');
  return value;
}

export function nonNegativeNumber(text: string): number {
  const value = decimal(text);
  if (!(value >= 0)) throw new InvalidArgumentError('It should be a number, 0 or more.');
  return value;
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It should be a whole number, 0 or more.');
  return value;
}

export function count(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value === 0)
    throw new InvalidArgumentError('It should be a whole number, 1 or more.');
  return value;
}

export function portNumber(text: string): number {
  const value = wholeNumber(text);
  if (value > 65535) throw new InvalidArgumentError('A port is at most 65535.');
  return value;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** Bytes: 500M, 2G, 2GiB; K, M, G and T are powers of 1024. */
export function byteSize(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text.trim()) ?? [];
  const bytes = Number(number) * (entryOf(UNITS, unit.toLowerCase()) ?? 0);
  if (number === undefined || !(bytes >= 2 ** 20))
    throw new InvalidArgumentError('It should be a size from 1M on, for example 512M or 2G.');
  return Math.floor(bytes);
}

/** A share: 1%, or 0.01. */
export function share(text: string): number {
  const [, number, percent = ''] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number) / (percent === '' ? 1 : 100);
  if (number === undefined || !(value <= 1)) throw new InvalidArgumentError('It should be a share from 0 to 1, for example 0.01 or 1%.');
  return value;
}

const SPANS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds: 90, 90s, 10m, 12h, 7d; 0 too. */
function seconds(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([smhd]?)$/i.exec(text.trim()) ?? [];
  const value = Number(number) * (entryOf(SPANS, unit.toLowerCase()) ?? Number.NaN);
  if (number === undefined || !(value <= MOST_SECONDS))
    throw new InvalidArgumentError('It should be a time of at most 20 days, for example 90s, 10m, 12h or 7d.');
  return value;
}

/** Longer ones timers do not take. */
const MOST_SECONDS = 20 * 86_400;

/** Reads as `seconds` does, but refuses 0. */
function someSeconds(text: string): number {
  const value = Math.round(seconds(text));
  if (value === 0) throw new InvalidArgumentError('It should be a second or more.');
  return value;
}

/** Options common to clients and workers of a queue. `patience`: the usual waiting time there. */
export function queueOptions(patience: string): readonly Option[] {
  return [
    new Option('--namespace <name>', 'keeps apart what several groups put on one server (default: inbetween)'),
    new Option(
      '--key-file <file>',
      'sign answers with this key, on both sides: only what is signed with it counts (default: INBETWEEN_KEY)',
    ),
    new Option('--expire <time>', 'how long the server keeps things after their last use: 12h, 7d (default: 7d)').argParser(someSeconds),
    new Option('--patience <time>', `how long a server that is away or full is waited for: 0, 90s, 10m (default: ${patience})`).argParser(
      seconds,
    ),
  ];
}

/** A port of this machine, or host:port. */
export function metricsAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', port] = /^(?:(\[[\da-f:.]+\]|[^:\s]+):)?(\d+)$/i.exec(text) ?? [];
  if (port === undefined) throw new InvalidArgumentError('It should be a port, or host:port.');
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: portNumber(port) };
}

/** Comma-separated ids; the option may be given several times. */
export function idList(text: string, before: readonly number[] = []): readonly number[] {
  const ids = text.split(',').map((part) => {
    const id = Number(part);
    if (!/^\s*-?\d+\s*$/.test(part) || !Number.isSafeInteger(id)) {
      throw new InvalidArgumentError('It should be query ids separated by commas, for example 3,17.');
    }
    return id;
  });
  return [...before, ...ids];
}

/** The option may be given several times. */
export function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** name=folder; the option may be given several times. */
export function packageFolders(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, folder] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It should be name=folder, for example ur_description=../ur_description.');
  return { ...before, [name]: folder };
}

/** Adds the options of commands that judge a robot: how it is read, and which of its pairs are tested. */
export function robotOptions(command: Command): Command {
  return command
    .option('--srdf <file>', 'of a URDF: pairs that need no test, groups, states')
    .option('--package <name=folder>', 'where a ROS package lies; may be given several times', packageFolders)
    .addOption(new Option('--geometry <which>', 'which shapes of a URDF (default: collision)').choices(['collision', 'visual']))
    .option('--fixed-base', 'of a URDF: the base stands still, also where a virtual joint of the SRDF floats')
    .addOption(
      new Option(
        '--acm <whose>',
        "pairs that are not tested: by the scene's matrix where it has one (default), or the robot's own",
      ).choices(['scene', 'robot']),
    )
    .addOption(withinOption())
    .addOption(outsideOption())
    .option('--no-self', 'do not test links against each other');
}

/** Limit on the work of reading, an option of every command that reads files. */
export function workOption(): Option {
  return new Option(
    '--max-work <units>',
    'how much work reading one file, with those that it names, may be (default: 134217728, and 64 a byte)',
  ).argParser(positiveNumber);
}

/** `--fixed-base` of 'fixedBase'. */
export function optionName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function limitsOption(): Option {
  return new Option(
    '--limits <what>',
    'joints beyond their limits, also between waypoints (default: error for positions, warn for rates)',
  ).choices(['error', 'warn', 'ignore']);
}

export function arrivalsOption(): Option {
  return new Option(
    '--arrivals <what>',
    'what should touch and does not, as a hand that takes air: error, exit code 1 (default), or warn',
  ).choices(['error', 'warn']);
}

export function startOption(): Option {
  return new Option('--start <rule>', "'leaving' does not judge bodies that start in contact until they are proven apart")
    .choices(['strict', 'leaving'])
    .default('strict');
}

export function methodOption(methods: readonly string[] = ALL_METHODS): Option {
  return new Option('--method <method>', 'how the time is found; every method gives the same guarantee').choices(methods).default('auto');
}

const ALL_METHODS: readonly string[] = [...new Set<string>([...PAIR_METHODS, ...SCENE_METHODS])];

/** `--within`. */
export function withinOption(): Option {
  return new Option('--within <folder>', 'read what files name in this folder too; may be given several times').argParser(several);
}

/** `--allow-outside`. */
export function outsideOption(): Option {
  return new Option('--allow-outside', 'read what files name wherever it lies, not only beside them and in their packages');
}

export function meshScaleOption(): Option {
  return new Option(
    '--mesh-scale <factor>',
    'of meshes named here whose files say no unit (STL, OBJ, PLY, OFF): 0.001 of millimetres (default: 1, they are in metres)',
  ).argParser(positiveNumber);
}
