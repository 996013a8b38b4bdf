// Bars beside tables: what a table of measurements says at a glance, drawn when the pages are built. Colours are those of the page,
// light and dark; every number is written at its bar, so that nothing is said by colour alone.

/** By the heading above a table: what its bars are. `rows` picks rows, where all would be too many. */
const PLOTS = [
  {
    under: 'Beside native FCL 0.7, same queries, same run',
    label: ['scene', 'queries'],
    bars: ['FCL ms', 'c2a ms', 'hca ms', 'auto ms'],
    unit: 'ms a query',
    rows: { 'FCL method': 'dist-ca' },
  },
  { under: 'Building the trees', label: ['scene'], bars: ['ms, both', 'FCL ms, body A'], unit: 'ms' },
  {
    under: 'Shared scenes beside native FCL 0.7',
    label: ['scene', 'set'],
    bars: ['auto', 'naive-100', 'dist-ca', 'pair-ca'],
    unit: 'ms a query that collides',
  },
  { under: 'Casts that hit, microseconds', label: ['pair', 'of', 'against'], bars: ['ours', 'Rapier 0.21', 'Jolt 1.1'], unit: 'µs a cast' },
  {
    under: 'Casts that miss, microseconds',
    label: ['pair', 'of', 'against'],
    bars: ['ours', 'Rapier 0.21', 'Jolt 1.1'],
    unit: 'µs a cast',
  },
  {
    under: 'Scheduling against fixed intervals: contacts that are missed',
    label: ['scene', 'schedule'],
    bars: ['missed'],
    unit: 'contacts missed',
  },
  {
    under: 'Broad phases, mean frame in nanoseconds a box',
    label: ['boxes', 'n'],
    bars: ['coherent-hash', 'sweep', 'auto', 'Rapier', 'bvh.js'],
    unit: 'ns a box',
    rows: { n: '10000' },
  },
  { under: 'Clouds', label: ['around', 'leaves'], bars: ['query ms'], unit: 'ms a query' },
  {
    under: 'Batches: times one core, by number of motions',
    label: ['motions'],
    bars: ['1000', '100000', '1000000'],
    unit: 'times as fast as one core',
  },
  { under: 'Steps of deforming meshes', label: ['mesh', 'triangles'], bars: ['all, processor', 'all, GPU'], unit: 'ms a step' },
  { under: 'Whole steps: work, time and memory', label: ['mesh', 'triangles'], bars: ['first', 'all'], unit: 'ms a step' },
  { under: 'Panda, 70 problems', label: ['planner'], bars: ['ms median', 'ms 90 %'], unit: 'ms to a path' },
  { under: 'Panda, 350 problems of MotionBenchMaker', label: ['planner'], bars: ['ms median', 'ms 90 %'], unit: 'ms to a path' },
  { under: 'Puzzles, and the scenes of the papers', label: ['scene'], bars: ['median ms', '90 % ms'], unit: 'ms to a path' },
];

/** The page of a document with a figure before each table that has one; `markdown`: what the page was made of. */
export function withPlots(html, markdown) {
  return PLOTS.reduce((page, plot) => {
    const heading = plot.under.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    const [, table] = new RegExp(`^## ${heading}\\n[\\s\\S]*?^((?:\\|.*\\n?)+)`, 'm').exec(markdown) ?? [];
    const place = new RegExp(`<h2[^>]*>${heading}<[\\s\\S]*?(?=<table)`).exec(page);
    if (table === undefined || place === null) return page;
    const at = place.index + place[0].length;
    return page.slice(0, at) + figureOf(plot, table) + page.slice(at);
  }, html);
}

/** Headings of the plots, for those who count them. */
export const PLOTTED = PLOTS.map(({ under }) => under);

function rowsOf(table) {
  const cells = (line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head, , ...rows] = table.trim().split('\n').map(cells);
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
}

const WIDE = 760;
const LABEL = 230;
const BAR = 13;
const GAP = 12;

function figureOf({ under, label, bars, unit, rows: wanted = {} }, table) {
  const rows = rowsOf(table).filter((row) => Object.entries(wanted).every(([key, value]) => row[key] === value));
  // where two stand in a cell, the first is drawn: colliding ‖ free
  const numberOf = (row, bar) => Number.parseFloat(row[bar]);
  const values = rows.flatMap((row) => bars.map((bar) => numberOf(row, bar))).filter((x) => x > 0);
  if (values.length === 0) throw new Error(`nothing to plot under "${under}" (scripts/site/plots.mjs)`);
  for (const bar of [...label, ...bars])
    if (!(bar in rows[0])) throw new Error(`no column "${bar}" under "${under}" (scripts/site/plots.mjs)`);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isLog = most > 30 * least;
  const low = isLog ? 10 ** Math.floor(Math.log10(least) - 0.15) : 0;
  const share = (x) => (isLog ? Math.log(x / low) / Math.log(most / low) : x / most);
  const room = WIDE - LABEL - 70;
  let y = 4;
  const marks = rows.map((row) => {
    const top = y;
    const drawn = bars.map((bar, k) => {
      const x = numberOf(row, bar);
      if (Number.isNaN(x)) return '';
      const long = x > 0 ? Math.max(2, share(x) * room) : 0;
      const mark = `<rect class="p${k}" x="${LABEL}" y="${y}" width="${long.toFixed(1)}" height="${BAR - 2}" rx="2"/><text x="${(LABEL + long + 5).toFixed(1)}" y="${y + BAR - 3}">${row[bar].split(' ‖ ')[0]}</text>`;
      y += BAR;
      return mark;
    });
    const name = label.map((key) => row[key]).join(', ');
    const middle = (top + y - 2) / 2 + 4;
    y += GAP;
    return `<text class="row" x="${LABEL - 10}" y="${middle.toFixed(1)}" text-anchor="end">${escaped(name.length > 36 ? `${name.slice(0, 35)}…` : name)}</text>${drawn.join('')}`;
  });
  const legend = bars.length < 2 ? '' : bars.map((bar, k) => `<span class="p${k}">${escaped(bar)}</span>`).join(' ');
  const scale = isLog ? ', logarithmic' : '';
  return `<figure class="plot"><figcaption>${escaped(unit)}${scale} ${legend}</figcaption><svg viewBox="0 0 ${WIDE} ${y}" role="img" aria-label="${escaped(`${under}: ${unit}, as in the table below`)}">${marks.join('')}</svg></figure>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
