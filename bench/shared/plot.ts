// Line plots as hand-written SVG: stacked panels with a shared width, ticks at round numbers, a legend. No dependencies.

export interface PlotSeries {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Dots without a line. */
  readonly scatter?: boolean;
}

export interface Panel {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly PlotSeries[];
}

const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 72;
const RIGHT = 16;
const TOP = 44;
const BOTTOM = 44;

export function toSvg(panels: readonly Panel[]): string {
  const height = HEIGHT * panels.length;
  const body = panels.map((panel, i) => `<g transform="translate(0 ${i * HEIGHT})">\n${drawPanel(panel)}</g>\n`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `font-family="sans-serif" font-size="12" fill="#222">\n<title>${escaped(panels.map(({ title }) => title).join('; '))}</title>\n<rect width="${WIDTH}" height="${height}" fill="#fff"/>\n${body}</svg>\n`
  );
}

function drawPanel({ title, xLabel, yLabel, series }: Panel): string {
  const points = series.flatMap((one) => one.points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)));
  const xs = axis(points.map(([x]) => x));
  const ys = axis([0, ...points.map(([, y]) => y)]);
  const toX = (x: number) => LEFT + ((x - xs.low) / (xs.high - xs.low)) * (WIDTH - LEFT - RIGHT);
  const toY = (y: number) => HEIGHT - BOTTOM - ((y - ys.low) / (ys.high - ys.low)) * (HEIGHT - TOP - BOTTOM);
  const out: string[] = [text(LEFT, 18, title, 'font-size="14" font-weight="bold"')];
  for (const tick of ys.ticks) {
    const y = round(toY(tick));
    out.push(`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" stroke="#ddd"/>`);
    out.push(text(LEFT - 6, y + 4, tickText(tick), 'text-anchor="end"'));
  }
  for (const tick of xs.ticks) out.push(text(round(toX(tick)), HEIGHT - BOTTOM + 16, tickText(tick), 'text-anchor="middle"'));
  out.push(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, xLabel, 'text-anchor="middle"'));
  out.push(text(0, 0, yLabel, `text-anchor="middle" transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)"`));
  series.forEach((one, i) => {
    out.push(drawSeries(one, toX, toY));
    out.push(`<rect x="${LEFT + 150 * i}" y="27" width="14" height="4" fill="${one.colour}"/>`);
    out.push(text(LEFT + 150 * i + 20, 33, one.name, ''));
  });
  return `${out.join('\n')}\n`;
}

function drawSeries({ points, colour, scatter }: PlotSeries, toX: (x: number) => number, toY: (y: number) => number): string {
  const placed = points
    .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
    .map(([x, y]) => [round(toX(x)), round(toY(y))] as const);
  if (scatter) return placed.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2" fill="${colour}"/>`).join('\n');
  return `<polyline fill="none" stroke="${colour}" stroke-width="1.2" points="${placed.map((p) => p.join(',')).join(' ')}"/>`;
}

/** From the smallest value or below to the largest or above, with ticks at multiples of 1, 2 or 5 times a power of ten. */
export function axis(values: readonly number[]): { low: number; high: number; ticks: number[] } {
  let low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  let high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (!(low <= high)) [low, high] = [0, 1];
  if (low === high) [low, high] = low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)];
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((m) => m * power >= rough) ?? 10);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  return { low: first * step, high: last * step, ticks: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step) };
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
}

function tickText(x: number): string {
  return Math.abs(x) >= 1e4 ? `${Number((x / 1000).toPrecision(6))}k` : String(Number(x.toPrecision(6)));
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
