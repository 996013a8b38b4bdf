import type { Command } from 'commander';
import type { InfoOptions } from './info.ts';
import { outsideOption, withinOption, workOption } from './terminal/option-values.ts';
import type { Streams } from './terminal/streams.ts';

const EXAMPLES = `
Robots (URDF): links, joints with their limits, shapes; meshes that they name are not read.
OBJ, STL, PLY and OFF files, text and binary, COLLADA (DAE), GLB and GLTF. Counts are exact: corners are the same when their coordinates are equal.
Point clouds (PLY without faces, PCD, XYZ, PTS, CSV, TXT): points, bounds, spacing. OctoMaps (BT) and maps of floors (YAML with PGM): their occupied cells.

Examples:
  $ inbetween info gear.obj
  $ inbetween info part.stl tool.ply --json
  $ inbetween info scan.pcd room.bt hall.yaml
  $ inbetween info arm.urdf

Exit code 0, or 2 when a file could not be read, or the output not written.
`;

export function addInfoCommand(program: Command, streams: Streams): void {
  program
    .command('info')
    .summary('what a mesh, cloud, map or robot file holds')
    .description('Tells what mesh files hold: counts, size, closedness, faults, and the tree that queries use; and what robots consist of.')
    .argument('<file...>', 'meshes, clouds, maps, robots')
    .option('--json', 'one JSON line per file')
    .addOption(workOption())
    .addOption(withinOption())
    .addOption(outsideOption())
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: InfoOptions) => {
      const { info } = await import('./info.ts');
      await info(paths, options, streams);
    });
}
