import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { InputError } from '../../../index.ts';
import type { PathCheck } from '../../../node/job/check-path.ts';
import { sceneExitCode } from '../../../words/exit-code.ts';
import { safeText } from '../../../words/safe-text.ts';
import { type SceneNames, statusText } from '../../../words/scene-verdict.ts';
import { counted } from '../../../words/shown-number.ts';
import { verdictRowsOf } from '../../../words/verdict-rows.ts';
import { slashed } from '../../terminal/slashed-path.ts';
import { limitText, missedLines } from '../check-text.ts';
import type { CheckedPath } from '../checked-path.ts';
import { factsOf } from '../junit-text.ts';
import { type Annotation, workflowCommand } from './workflow-command.ts';

/** GitHub keeps so many errors and so many warnings of a step. */
const MOST_A_STEP = 10;
/** Lines of one message; the runner cuts messages at 4096 characters. */
const MOST_LINES = 12;
const MOST_CHARACTERS = 4000;

/** What makes the exit code other than 0 is an error, all else a warning. `root`: of the repository. */
export function annotationsOf(paths: readonly CheckedPath[], names: SceneNames, root: string): Annotation[] {
  return paths.flatMap(({ name, file, found, error }) => {
    if (found === undefined) return [faultAnnotation(error, root, `not read: ${safeText(name)}`, file)];
    const place = { file: inRepository(file, root) };
    return annotationsOfPath(found, names).map((annotation) => ({ ...annotation, ...place }));
  });
}

/** A fault of the input, at its file and line as far as they are known. */
export function faultAnnotation(error: InputError, root: string, title = 'inbetween check', file?: string): Annotation {
  const at = error.file ?? file;
  return {
    level: 'error',
    title,
    message: messageOf([error.message]),
    ...(at === undefined ? {} : { file: inRepository(at, root) }),
    // A line is one of the file that the error names.
    ...(error.file === undefined || error.line === undefined ? {} : { line: error.line }),
  };
}

/** What is odd in the cell. */
export function warningAnnotations(warnings: readonly string[], file: string, root: string): Annotation[] {
  return warnings.map((text) => ({
    level: 'warning',
    title: 'inbetween check',
    message: messageOf([text]),
    file: inRepository(file, root),
  }));
}

/** As many annotations as GitHub shows; a notice, which does not count among them, says how many more there are. */
export function annotationText(annotations: readonly Annotation[]): string {
  const of = (level: Annotation['level']) => annotations.filter((annotation) => annotation.level === level);
  const kinds = [of('error'), of('warning')] as const;
  const rest = (['error', 'warning'] as const).flatMap((level, i) => {
    const more = kinds[i].length - MOST_A_STEP;
    return more > 0 ? [counted(more, `more ${level}`)] : [];
  });
  const shown = kinds.flatMap((kind) => kind.slice(0, MOST_A_STEP));
  const notice: Annotation = {
    level: 'notice',
    title: 'inbetween check',
    message: `${rest.join(' and ')}: GitHub shows ${MOST_A_STEP} of each a step; the job summary and the log tell all`,
  };
  return [...shown, ...(rest.length > 0 ? [notice] : [])].map(workflowCommand).join('');
}

function annotationsOfPath(found: PathCheck, names: SceneNames): Omit<Annotation, 'file' | 'line'>[] {
  const { path, result, limits, missed, warnings } = found;
  const name = safeText(path.name);
  const words = (isError: boolean) =>
    limits.filter((limit) => limit.isError === isError).map((limit) => limitText(limit, names.severalRobots));
  const odd = [...words(false), ...warnings];
  return [
    ...(sceneExitCode(result) === 0
      ? []
      : [{ level: 'error' as const, title: `${statusText(result)}: ${name}`, message: messageOf(verdictLines(found, names)) }]),
    ...(missed.length === 0
      ? []
      : [
          {
            level: 'error' as const,
            title: `MISSED: ${name}`,
            message: messageOf(missedLines(found, names)),
          },
        ]),
    ...(words(true).length === 0 ? [] : [{ level: 'error' as const, title: `LIMITS: ${name}`, message: messageOf(words(true)) }]),
    ...(odd.length === 0 ? [] : [{ level: 'warning' as const, title: name, message: messageOf(odd) }]),
  ];
}

function verdictLines(found: PathCheck, names: SceneNames): string[] {
  const { path, result } = found;
  const isHit = result.status === 'contact' || result.status === 'overlap';
  const [verdict, ...rows] = verdictRowsOf(result, { ...names, moves: path.moves, clock: path });
  return [verdict.value, ...rows.map(({ label, value }) => `${label}: ${value}`), ...(isHit ? factsOf(found, names).split('\n') : [])];
}

function messageOf(lines: readonly string[]): string {
  const more = lines.length - MOST_LINES;
  const all = [...lines.slice(0, MOST_LINES).map(safeText), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
  return all.length > MOST_CHARACTERS ? `${all.slice(0, MOST_CHARACTERS)} …` : all;
}

/** GitHub knows files by their way from the root of the repository, with forward slashes. */
function inRepository(file: string, root: string): string {
  const place = resolve(file);
  const way = relative(root, place);
  const isWithin = way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way);
  return slashed(isWithin ? way : place);
}
