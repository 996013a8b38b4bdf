/** The same rows on every surface, with the exceptions from before the answer's time and no others. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pumaCellFiles } from '../../../scenes/robots/puma-cell-files.ts';
import { FrontCell, POST } from '../../../site/src/front-cell.ts';
import { rowsText } from '../../../site/src/rows-text.ts';
import { box, heldMotion, Robot, Scene, type SceneFirstContact, type SceneMotions } from '../../../src/index.ts';
import { files } from '../../../src/node/index.ts';
import { cellReportPage, verdictRows } from '../../../src/report/index.ts';
import { verdictRowsOf } from '../../../src/words/verdict-rows.ts';
import { answerQuestion } from '../../../viewer/src/ask/answer.ts';
import { answerWords, saidText } from '../../../viewer/src/panels/answer-words.ts';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import { captured } from '../cli/captured-run.ts';

const slide = (axis: readonly [number, number, number]) => ({ name: axis.join(''), type: 'prismatic' as const, axis });
/** A hand that goes along x and z, with seconds: it takes a part from a table at waypoint 1 and goes on. */
function carried(post: number | null): { readonly scene: Scene; readonly motions: SceneMotions; readonly result: SceneFirstContact } {
  const arm = new Robot({
    name: 'arm',
    links: [
      { name: 'rail', joint: slide([1, 0, 0]) },
      { name: 'hand', parent: 'rail', joint: slide([0, 0, 1]), shapes: [{ shape: box(0.1) }] },
    ],
  });
  const table = { name: 'table', shape: box([1, 1, 0.1]), pose: { position: [0, 0, -0.05] as const } };
  const far = { name: 'tray', shape: box([1, 1, 0.1]), pose: { position: [4, 0, -0.05] as const } };
  const posts = post === null ? [] : [{ name: 'post', shape: box([0.1, 0.1, 3]), pose: { position: [post, 0, 0] as const } }];
  const scene = new Scene({
    robots: [arm],
    obstacles: [table, far, ...posts],
    bodies: [{ name: 'part', shape: box(0.1), pose: { position: [0, 0, 0.05] } }],
  });
  const way = [
    [0, 0.5],
    [0, 0.15],
    [0, 0.5],
    [4, 0.5],
    [4, 0.15],
    [4, 0.5],
  ];
  const path = arm.trajectory(way.map((positions, k) => ({ positions, time: 2 * k })));
  const motions = { arm: path, part: heldMotion([{ by: 'hand', from: 1, to: 4, onto: ['tray'] }]) };
  return { scene, motions, result: scene.firstContact(motions) };
}

const labels = (rows: readonly { readonly label: string }[]) => rows.map(({ label }) => label);

test('exceptions are those from before the answer: what is laid down after a contact is none', () => {
  const whole = carried(null);
  expect(whole.result).toMatchObject({ status: 'free' });
  const all = verdictRows(whole);
  expect(labels(all)).toEqual(['FREE', 'arrival', 'arrival', 'at t = 1', 'at t = 4', 'proven', 'tested']);
  expect(all.at(-2)?.value).toBe('at every time all that is tested is apart, but for the pairs that start in contact or are to touch');
  const cut = carried(2);
  expect(cut.result).toMatchObject({ status: 'contact', segment: 2 });
  const rows = verdictRows(cut);
  expect(labels(rows)).toEqual(['CONTACT', 'arrival', 'at t = 1', 'proven', 'tested']);
  expect(rows[1].value).toMatch(/^hand and part at t = 1 \(2 s\)/);
  expect(rows[2].value).toMatch(/^part and table: .*; judged from t = 1\.000\d+ \(2\.000\d+ s\) on, where they are proven apart$/);
  expect(rows[3].value).toMatch(/^at every time before, .*, but for the pairs that start in contact or are to touch$/);
  // an event that the answer knows of, from after its time
  const [start] = cut.result.initial;
  const later = { ...cut.result, initial: [...cut.result.initial, { ...start, since: 4, left: 4.5 }] };
  expect(verdictRows({ ...cut, result: later })).toEqual(rows);
  // nothing is an exception of what starts in contact
  const early = { ...cut.result, status: 'overlap' as const, time: 0, arrivals: [] };
  expect(labels(verdictRows({ ...cut, result: early }))).toEqual(['OVERLAP', 'proven', 'tested']);
});

test('pairs of several robots go by the names of these, and what is not tested is said', () => {
  const { scene, motions, result } = carried(2);
  const rows = verdictRowsOf(result, { severalRobots: true, clock: scene.clock(motions), allowed: '2 pairs are allowed' });
  expect(rows[1].value).toMatch(/^arm\/hand and part at t = 1/);
  expect(rows.at(-1)?.value).toMatch(/^\d+ pairs, tolerance [\d.e-]+; 2 pairs are allowed$/);
});

test('a wanted contact is no "every pair is apart", and where there is no exception none is told', () => {
  const { scene, motions, result } = carried(null);
  const bare = { ...result, initial: [], arrivals: [] };
  expect(verdictRows({ scene, motions, result: bare }).at(-2)?.value).toBe('at every time all that is tested is apart');
  expect(verdictRows({ scene, motions, result: { ...bare, arrivals: result.arrivals } }).at(-2)?.value).toMatch(
    /, but for the pairs that are to touch$/,
  );
});

test('terminal, annotations, JUnit, report, viewer and the front page print the same rows', async () => {
  const cell = 'examples/puma-cell/cell.json';
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  try {
    const [junit, report] = [join(folder, 'junit.xml'), join(folder, 'report.html')];
    const { stdout, stderr } = await captured([
      'check',
      cell,
      'examples/puma-cell/across.csv',
      '--junit',
      junit,
      '--report',
      report,
      '--github',
      '--no-margin',
    ]);
    const { scene, motions } = await FrontCell.read(files('examples/puma-cell'));
    const result = scene.firstContact(motions);
    const rows = verdictRows({ scene, motions, result });
    expect(labels(rows)).toEqual(['CONTACT', 'arrival', 'at t = 2', 'proven', 'tested']);
    // of some text, whatever it escapes
    const plain = (text: string) =>
      text
        .replace(/&#x?\w+;|&\w+;|<\/?\w+>|%0A/g, ' ')
        .replace(/\s+/g, ' ')
        .toLowerCase();
    const puma = Object.fromEntries(pumaCellFiles().map(({ path, text }) => [path, new TextEncoder().encode(text)]));
    const opened = await openSource({ kind: 'files', files: puma, main: 'cell.json', path: 'across.csv', geometry: 'collision' });
    const answer = await answerQuestion(opened, { kind: 'first', path: { number: 0 }, options: {} });
    const surfaces = {
      terminal: stdout.replace(/^::.*$/gm, ''),
      annotations: (`${stdout}\n${stderr}`.match(/^::error.*$/gm) ?? []).join('\n').replaceAll('%25', '%'),
      junit: readFileSync(junit, 'utf8'),
      report: readFileSync(report, 'utf8'),
      page: cellReportPage({ title: 'across', scene, motions, result, options: {}, milliseconds: 1, version: '0' }),
      front: rowsText(rows),
    };
    for (const [name, text] of Object.entries(surfaces))
      for (const { value, label } of rows.slice(0, -1)) expect(plain(text), `${name}: ${label}`).toContain(plain(value));
    const said = saidText(answerWords(answer, { severalRobots: false, timeText: String }));
    for (const { value } of rows.slice(0, -1)) expect(plain(said)).toContain(plain(value));
    const [, who] = /<p class="rows" role="status" id="who">([^<]*)<\/p>/.exec(readFileSync('site/index.html', 'utf8')) ?? [];
    expect(who).toBe(rowsText((await FrontCell.read(files('examples/puma-cell'))).ask(...POST).answer.rows));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
