import type { Command } from 'commander';
import { count, nonNegativeNumber, outsideOption, positiveNumber, withinOption, workOption } from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { StepCommandOptions } from './step.ts';

const EXAMPLES = `
Every vertex moves straight and evenly from its place in MESH0 to that in MESH1; both files have the same triangles of the same
vertices. Several bodies are given as several pairs of files, twice the same file where a body stands, or in one step file:

  { "format": "inbetween-step/1", "clearance": 0.001,
    "bodies": [{ "name": "cloth", "frames": ["cloth0.ply", "cloth1.ply"], "self": true },
               { "name": "pin", "frames": ["pin0.stl", "pin1.stl"], "weld": false },
               { "name": "table", "frames": ["table.obj"] }],
    "allowed": [["cloth", "pin"]] }

"self" and "weld" go before --self and --weld; pairs under "allowed" are not tested against each other.

One line per contact: kind, numbers of the features, time. Vertices and triangles are numbered from 0 as in the file (polygons are
cut into triangles from their first corner), edges by their larger, then their smaller vertex. Pairs of different bodies are
tested, with --self also pairs of the same mesh where it moves; one body alone is always tested against itself. STL has no vertex
numbers, and COLLADA and glTF repeat vertices: there, vertices at the same place in both frames are taken as one, the first.

Meshes that intersect at the start are told by the edges that go through faces there (edge-face, t = 0). Where that is meant, as
of a funnel whose sheets go through each other, --starts-free passes over it, or "self": false leaves that body untested
against itself.

--gpu lets graphics hardware find what may touch, which pays from some ten thousand triangles on; the processor judges it, so that
answers are the same, bit by bit. Where there is no such hardware, or it fails, the processor does all of it, and that is told.

--json prints one line per contact, the numbers as "vertex" and "face", as "edges" and "edgeVertices", or as "edge", "edgeVertices"
and "face", and a last line with "status", the count of contacts, clearance and tolerance (0 without a clearance: exact), the work
done, milliseconds and bytes of memory; with --gpu also "gpu": whether it was "used", "why" not or which, pairs "near" and "left".

--proof writes what shows the answer to whoever does not trust this program: both frames in numbers, and how all pairs of triangles are
covered by axes along which they are apart, and by pairs of features that whoever checks it decides in whole numbers. With --all and
--max-step, too, it is of the first contact of the whole step.

Examples:
  $ inbetween step cloth0.ply cloth1.ply
  $ inbetween step cloth0.ply cloth1.ply ball0.obj ball1.obj --self --all
  $ inbetween step step.json --all --json
  $ inbetween step cloth0.ply cloth1.ply --all --gpu
  $ inbetween step cloth0.ply cloth1.ply --proof step.proof.gz && inbetween verify step.proof.gz cloth0.ply cloth1.ply
  $ inbetween step cloth0.ply cloth1.ply --max-step --cut safe.obj --report step.html

Exit code 0 free, 1 contact or overlap, 3 unresolved, 2 bad input or output that cannot be written. Where the budget runs out after
a contact was found the exit code is 1, "status" is unresolved (overlap, if it is at the start), "reason" is told, and "contacts"
counts those that are proven: there may be more, and earlier ones.
`;

export function addStepCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  program
    .command('step')
    .summary('do deforming meshes touch from one frame to the next?')
    .description('Finds the first contact, or all, of one step of deforming meshes, proven to be so.')
    .argument('<mesh...>', 'two frames of every body, MESH0 MESH1 [MESH0 MESH1 ...], or one step file (inbetween-step/1)')
    .option('--self', 'test moving meshes against themselves too')
    .option('--all', 'find all contacts of the step, not only the first')
    .option('--limit <n>', 'list at most so many contacts; all are counted', count)
    .option('--clearance <length>', "the distance that must be kept (default: the step file's, or 0)", nonNegativeNumber)
    .option('--tolerance <length>', 'with a clearance, how far above it still counts as contact', positiveNumber)
    .option('--starts-free', 'do not look whether anything intersects at the start, only what comes to touch')
    .option('--max-step', 'find the largest fraction of the step that is safe')
    .option('--gpu', 'search by graphics hardware (WebGPU) where there is some; answers are the same')
    .option('--weld', 'join vertices at the same place in both frames, whatever the format')
    .option('--budget <ms>', "milliseconds of searching before it answers 'unresolved'; reading and writing do not count", positiveNumber)
    .addOption(workOption())
    .addOption(withinOption())
    .addOption(outsideOption())
    .option('--json', 'one JSON line per contact, and one for the answer')
    .option('--report <file>', 'write a page with a picture of the step')
    .option('--cut <file>', 'write the meshes at the largest safe fraction, as OBJ')
    .option(
      '--proof <file>',
      "write a proof of the first contact, or that there is none, which 'inbetween verify' checks; FILE.gz: compressed",
    )
    .option('-q, --quiet', 'only the exit code, and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: StepCommandOptions) => {
      const { step } = await import('./step.ts');
      exitWith(await step(paths, options, streams));
    });
}
