import { dirname, isAbsolute, join } from 'node:path';
import type { InitialPair, Robot, SceneFirstContact } from '../../index.ts';
import type { CellRobot, LoadedCell } from '../../io/index.ts';
import { sideName } from '../../words/scene-verdict.ts';
import { counted } from '../../words/shown-number.ts';
import type { CheckNames } from './check-names.ts';
import type { CheckOptions } from './check-options.ts';

/**
 * What is not tested, and why: '13 pairs are allowed (7 adjacent, 6 never)'. `cell`: how many pairs the cell itself
 * allows.
 */
export function allowedText(robots: readonly Robot[], cell: number, self: boolean): string {
  if (!self) return `links are not tested against each other${cell > 0 ? `; ${counted(cell, 'pair')} allowed by the cell` : ''}`;
  const reasons = robots.flatMap(({ links, allowed }) => {
    const solid = new Set(links.filter(({ shapes }) => shapes.length > 0).map(({ name }) => name));
    return allowed.list().filter(({ a, b }) => solid.has(a) && solid.has(b));
  });
  const kinds = [...new Set(reasons.map(({ reason }) => reason))];
  const sums = kinds.map((kind) => `${reasons.filter(({ reason }) => reason === kind).length} ${kind}`);
  if (cell > 0) sums.push(`${cell} by the cell`);
  const all = reasons.length + cell;
  return all === 0 ? 'none is allowed' : `${counted(all, 'pair')} ${all === 1 ? 'is' : 'are'} allowed (${sums.join(', ')})`;
}

/** Why no pair is tested, where that is so: a forgotten obstacle must not look like a proof. */
export function untestedText({ obstacles, bodies }: Pick<LoadedCell, 'obstacles' | 'bodies'>, self: boolean): string {
  const around = obstacles.length + bodies.length === 0 ? 'no obstacles' : 'what is around is allowed to touch';
  const links = self ? 'no two links that are tested against each other' : 'links are not tested against each other';
  return `nothing was tested: ${around}, and ${links}`;
}

/** Which budget ran out, and how to raise it. */
export function budgetTexts({ budget, maxIterations }: CheckOptions): CheckNames['budgets'] {
  return {
    ...(budget === undefined ? {} : { milliseconds: `--budget raises it, now ${budget} ms a path` }),
    iterations:
      maxIterations === undefined
        ? '--max-iterations sets another one'
        : `--max-iterations raises it, now ${counted(maxIterations, 'iteration')} a path`,
  };
}

/** By robot, the command that finds which of its links need no test. */
export function acmCommands(
  file: string,
  { robots }: { readonly robots: readonly Pick<CellRobot, 'urdf' | 'srdf' | 'geometry' | 'packages'>[] },
  names: readonly string[],
): Readonly<Record<string, string>> {
  const beside = (path: string) => (isAbsolute(path) || /^[a-z]+:\/\//i.test(path) ? path : join(dirname(file), path));
  return Object.fromEntries(
    robots.map(({ urdf, srdf, geometry, packages }, i) => {
      const output = srdf ?? urdf.replace(/(\.urdf)?(\.\w+)?$/i, '.srdf');
      const words = [
        ...['inbetween', 'acm', beside(urdf)],
        ...(srdf === undefined ? [] : ['--srdf', beside(srdf)]),
        ...(geometry === 'visual' ? ['--geometry', 'visual'] : []),
        ...Object.entries(packages).flatMap(([name, folder]) => ['--package', `${name}=${beside(folder)}`]),
        ...['--output', beside(output)],
      ];
      return [names[i], words.map(shellWord).join(' ')];
    }),
  );
}

/** By robot, the link at its base, where that can move; a body that is free has nothing else. */
export function looseBases(robots: readonly Robot[]): Readonly<Record<string, string>> {
  const loose = robots.filter(({ links }) => links.length > 1 && links[0].joint.size > 1);
  return Object.fromEntries(loose.map(({ name, links }) => [name, links[0].name]));
}

/** The line of a cell that allows these pairs. */
export function allowLine(pairs: readonly InitialPair[], severalRobots: boolean): string {
  return `"allow": [${listed(pairs, severalRobots)}]`;
}

/** Names of pairs, each once, as lists of a cell that go on with `more`. */
function listed(pairs: readonly InitialPair[], severalRobots: boolean, more: readonly number[] = []): string {
  const lists = pairs.map(({ a, b }) => {
    const names = [a, b].map((side) => JSON.stringify(sideName(side, severalRobots)));
    return `[${[...names, ...more].join(', ')}]`;
  });
  return [...new Set(lists)].join(', ');
}

/** What of a cell's clearance lets these pairs start near each other; contact still counts. */
export function keepLine(
  pairs: readonly InitialPair[],
  severalRobots: boolean,
  { clearance }: Pick<SceneFirstContact, 'clearance'>,
  byGroups = false,
): string {
  return `"clearance": { ${byGroups ? '…' : `"default": ${clearance}`}, "pairs": [${listed(pairs, severalRobots, [0])}] }`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
