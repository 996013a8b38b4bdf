import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { captured } from './captured-run.ts';

const { stdout: help } = await captured(['--help']);
/** As the help lists them. */
const SUBCOMMANDS = [...help.matchAll(/^ {2}([a-z]+) .*$/gm)].flatMap(([, name]) => (name === 'help' ? [] : [name]));

describe('the command', () => {
  test('--version tells the version of the package', async () => {
    const { code, stdout } = await captured(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('every subcommand is in the examples of the command, and in the guide, in its table and by a section', () => {
    const guide = readFileSync('docs/guides/commands.md', 'utf8');
    expect(SUBCOMMANDS).toContain('check');
    for (const command of SUBCOMMANDS) {
      expect(help).toContain(`\n  $ inbetween ${command} `);
      expect(guide).toContain(`\n| [\`${command}\`](#inbetween-${command}`);
      expect(guide).toMatch(new RegExp(`^## \`inbetween ${command}[ \`]`, 'm'));
    }
  });

  test.each([[['--help']], [['help']], [['help', 'query']], ...SUBCOMMANDS.map((command) => [[command, '--help']])])(
    '%s explains with examples, exit code 0',
    async (args) => {
      const { code, stdout, stderr } = await captured(args);
      expect(code).toBe(0);
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^Usage: inbetween/);
      expect(stdout).toContain('Examples:\n  $ inbetween');
    },
  );

  test.each<[string[], RegExp]>([
    [['qery'], /unknown command 'qery'\n\(Did you mean query\?\)/],
    [['query'], /missing required argument 'scene'/],
    [['query', 'a.json', 'b.json'], /too many arguments/],
    [['query', 'a.json', '--colour'], /unknown option '--colour'/],
    [['query', 'a.json', '--method', 'magic'], /Allowed choices are auto, hca, c2a/],
    [['query', 'a.json', '--tolerance'], /argument missing/],
    [['query', 'a.json', '--tolerance', 'wide'], /should be a number/],
    [['query', 'a.json', '--tolerance', ''], /should be a number/],
    [['query', 'a.json', '--tolerance', '0'], /above 0/],
    [['query', 'a.json', '--tolerance', '-1'], /above 0/],
    [['query', 'a.json', '--tolerance', '1e999'], /should be a number/],
    [['query', 'a.json', '--tolerance', '0x10'], /should be a number/],
    [['query', 'a.json', '--tolerance', 'NaN'], /should be a number/],
    [['query', 'a.json', '--clearance', '-0.5'], /0 or more/],
    [['query', 'a.json', '--limit', '1.5'], /whole number/],
    [['query', 'a.json', '--limit', '0'], /1 or more/],
    [['query', 'a.json', '--max-iterations', '0'], /1 or more/],
    [['query', 'a.json', '--contacts', 'few'], /Allowed choices are first, all, minimal/],
    [['query', 'a.json', '--contacts', 'minimal', '--all-contacts'], /cannot be used with/],
    [['query', 'a.json', '--mode', 'last'], /Allowed choices are first, any/],
    [['query', 'a.json', '--start', 'late'], /Allowed choices are strict, leaving/],
    [['help', 'zz'], /unknown command 'zz'/],
    [['query', 'a.json', '--only', '1,,2'], /ids separated by commas/],
    [['query', 'a.json', '--budget', '0'], /above 0/],
    [['demo', '--port', '70000'], /at most 65535/],
    [['demo', '--method', ''], /Allowed choices/],
    [['info'], /missing required argument 'file'/],
    [['check'], /missing required argument 'cell'/],
    [['check', 'a.json', '--method', 'c2a'], /Allowed choices are auto, hca, interval/],
    [['check', 'a.json', '--tolerance', '0'], /above 0/],
    [['check', 'a.json', '--clearance', '-1'], /0 or more/],
    [['check', 'a.json', '--start', 'never'], /Allowed choices are strict, leaving/],
    [['check', 'a.json', '--junit'], /argument missing/],
    [['check', 'a.json', '--budget', 'long'], /should be a number/],
    [['init', 'a', 'b'], /too many arguments/],
    [['init', '--cell'], /unknown option '--cell'/],
  ])('%s: the message, a hint, exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await captured(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).toContain("'inbetween --help'");
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('without a command: the help, on stderr, exit code 2', async () => {
    const { code, stderr } = await captured([]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Usage: inbetween/);
  });
});
