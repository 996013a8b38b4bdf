// The order of test files: project by project, since a process that is kept serves one project only; in each the longest first, so that
// at the end no core waits for a file that began late; and what needs dist/ last, which is built meanwhile.
// Whoever waits for the first result (npm run t) has the files in the order in which they are named, and graphics programs last.
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { ROOT } from '../run.mjs';
import { needsMore, secondsOf } from './test-files.mjs';

const PROJECTS = ['gpu', 'node-alone', 'node-own', 'node'];
/** Seconds: one that nobody has timed yet must not be the very last to begin. */
const PERHAPS_LONG = 100;
const isAsNamed = process.env.INBETWEEN_ORDER === 'as named';

export class LongestFirst extends BaseSequencer {
  async sort(specs) {
    const places = new Map(specs.map((spec) => [spec, placeOf(spec)]));
    return [...specs].sort((a, b) => compare(places.get(a), places.get(b)));
  }
}

function placeOf({ moduleId, project }) {
  const file = relative(ROOT, moduleId).replaceAll('\\', '/');
  if (isAsNamed) return [-PROJECTS.indexOf(project.name), process.argv.indexOf(file)];
  const isLast = needsMore(file).includes('build');
  return [PROJECTS.indexOf(project.name), isLast ? 1 : 0, -(secondsOf(file) || (isLast ? PERHAPS_LONG : 0)), file];
}

function compare(a, b) {
  const k = a.findIndex((value, i) => value !== b[i]);
  return k < 0 ? 0 : a[k] < b[k] ? -1 : 1;
}
