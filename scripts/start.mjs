// npm start: set up, then run the demonstration of the command line with whatever arguments follow.
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';
import { setup } from './setup.mjs';

if (!(await setup())) process.exit(1);
process.exitCode = await run(process.execPath, [join(ROOT, 'dist', 'cli', 'main.js'), 'demo', ...process.argv.slice(2)]);
