// What somebody drags: arms that are pushed against things, and crates that rest on floors and in corners.

import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { toMarkdown } from '../shared/table.ts';
import { armsTable } from './arms.ts';
import { cratesTable } from './crates.ts';

export const DRAGGING_USAGE = `dragging what one step of a DragLoop costs: pushes of a Panda and an ABB that something blocks; and how crates rest
  --pushes N             pushes a row of the arms (default: 1000); --crates N: of crates (default: 10000)
  --only arms|crates     one of both
  --quick                a look whether it runs: 5 pushes, 20 of crates`;

export async function dragging(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['pushes', 'crates', 'only', 'quick']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const only = textOption(line, 'only');
  if (only !== undefined && only !== 'arms' && only !== 'crates') throw new UsageError('--only is arms or crates');
  if (only !== 'arms') console.log(toMarkdown(cratesTable(countOption(line, 'crates', quick ? 20 : 10_000))));
  if (only !== 'crates') console.log(toMarkdown(await armsTable(root, countOption(line, 'pushes', quick ? 5 : 1000))));
}
