// What somebody drags: arms that are pushed against things, and crates that rest on floors and in corners.

import { countOption, parseCommandLine, UsageError } from '../shared/command-line.ts';
import { toMarkdown } from '../shared/table.ts';
import { armsTable } from './arms.ts';

export const DRAGGING_USAGE = `dragging what one step of a DragLoop costs: pushes of a Panda and an ABB that something blocks
  --pushes N             pushes a row (default: 1000)
  --quick                a look whether it runs: 5 pushes`;

export async function dragging(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['pushes', 'quick']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  console.log(toMarkdown(await armsTable(root, countOption(line, 'pushes', quick ? 5 : 1000))));
}
