import { appendFile, stat } from 'node:fs/promises';
import { InputError } from '../../../index.ts';
import type { SceneNames } from '../../../words/scene-verdict.ts';
import { OutputFile } from '../../terminal/output-file.ts';
import type { Streams } from '../../terminal/streams.ts';
import { systemReason } from '../../terminal/system-reason.ts';
import { withoutCommands } from '../../terminal/without-commands.ts';
import type { CheckedPath } from '../checked-path.ts';
import { annotationsOf, annotationText, faultAnnotation, warningAnnotations } from './annotations.ts';
import { jobSummary, MOST_BYTES } from './job-summary.ts';

/** What is known when a run ends, however it ends. */
export interface CheckSoFar {
  readonly cellFile: string;
  title: string;
  names: SceneNames;
  /** Warnings about the cell. */
  warnings: readonly string[];
  readonly paths: CheckedPath[];
  readonly written: string[];
  /** What was read. */
  inputs: Iterable<string>;
}

/** Annotations go to stderr, which the runner reads too: stdout may be JSON. `fault`: why the run could not go on. */
export async function tellGithub(known: CheckSoFar, fault: unknown, { stderr, env }: Streams): Promise<void> {
  const root = env.GITHUB_WORKSPACE || process.cwd();
  const faults = fault instanceof InputError ? [fault] : [];
  const annotations = [
    ...faults.map((error) => faultAnnotation(error, root)),
    ...annotationsOf(known.paths, known.names, root),
    ...warningAnnotations(known.warnings, known.cellFile, root),
  ];
  stderr.write(annotationText(annotations));
  const file = env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  try {
    await new OutputFile('GITHUB_STEP_SUMMARY', file).refuseInputs(known.inputs);
    const used = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    const text = jobSummary({ ...known, faults: faults.map(({ message }) => message) }, MOST_BYTES - used);
    if (text === '') stderr.write('warning: no job summary: GitHub takes 1 MiB a step, and that is used up\n');
    else await appendFile(file, text);
  } catch (cause) {
    const why = cause instanceof InputError ? cause.message : `${file}: ${systemReason(cause as NodeJS.ErrnoException)}`;
    stderr.write(withoutCommands(`warning: no job summary: ${why}\n`));
  }
}
