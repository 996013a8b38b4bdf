/** Time: play, step and scrub; who touches whom when, and how far apart they are. */
import { NOTHING_SHOWN, type ShownAnswer } from '../ask/shown-answer.ts';
import { type Playback, timeText } from '../stage/playback.ts';
import { button, el, numberText, select, svg } from './dom.ts';

export interface TimelineActions {
  /** Somebody chose another time. */
  onTime(time: number): void;
}

const WIDTH = 1000;
const HEIGHT = 60;
const LANE = 14;
/** Lanes beyond these are counted, not shown. */
const MOST_LANES = 6;
/** One frame of a film. */
const FRAME = 1 / 25;

export class Timeline {
  readonly element: HTMLElement;
  private readonly actions: TimelineActions;
  private readonly slider: HTMLInputElement;
  private readonly playButton: HTMLButtonElement;
  private readonly readout: HTMLOutputElement;
  private readonly chart: SVGSVGElement;
  private readonly lanesBox: HTMLElement;
  private readonly speed: HTMLSelectElement;
  private readonly contactButton: HTMLButtonElement;
  private readonly safeButton: HTMLButtonElement;
  private readonly note: HTMLElement;
  private readonly scale: HTMLElement = el('div', { class: 'scale-of-curve', 'aria-hidden': 'true' });
  private playback: Playback | null = null;
  private time = 0;
  private playing = 0;
  private last = 0;
  private shown: ShownAnswer = NOTHING_SHOWN;

  constructor(actions: TimelineActions) {
    // One piece: the parts of one panel in the order in which they are seen.
    this.actions = actions;
    this.playButton = button('▶', 'play', () => this.toggle(), { 'aria-label': 'Play', class: 'play' });
    this.slider = el('input', {
      type: 'range',
      min: 0,
      max: 1000,
      step: 'any',
      value: 0,
      'aria-label': 'Time',
      'data-testid': 'time-slider',
    });
    this.slider.addEventListener('input', () => {
      this.pause();
      this.choose(this.playback?.timeAt(Number(this.slider.value) / 1000) ?? 0);
    });
    this.readout = el('output', { 'data-testid': 'time', 'aria-live': 'off' });
    this.chart = svg('svg', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      class: 'curve-chart',
      'aria-hidden': 'true',
    });
    this.chart.addEventListener('pointerdown', (event) => this.scrubOn(this.chart, event));
    this.lanesBox = el('div', { class: 'lanes', 'data-testid': 'lanes' });
    this.note = el('p', { class: 'note chart-note' });
    this.speed = select('Speed', 'speed', [
      { value: '0.1', label: '0.1×' },
      { value: '0.25', label: '¼×' },
      { value: '1', label: '1×' },
      { value: '2', label: '2×' },
      { value: '5', label: '5×' },
    ]);
    this.speed.value = '1';
    const step = (label: string, name: string, testid: string, act: () => void) =>
      button(label, testid, act, { 'aria-label': /\p{L}/u.test(label) ? undefined : name, title: name });
    this.safeButton = step('Last safe', 'Jump to the last time at which everything is proven apart', 'to-safe', () =>
      this.jump(this.shown.safe),
    );
    this.contactButton = step('First contact', 'Jump to the first contact', 'to-contact', () => this.jump(this.shown.contact));
    const row = el(
      'div',
      { class: 'transport', role: 'group', 'aria-label': 'Playing' },
      step('|◂', 'To the start', 'to-start', () => this.jump(0)),
      step('◂', 'One frame back', 'step-back', () => this.step(-1)),
      this.playButton,
      step('▸', 'One frame on', 'step-on', () => this.step(1)),
      step('▸|', 'To the end', 'to-end', () => this.jump(this.playback?.end ?? 0)),
      this.speed,
      this.safeButton,
      this.contactButton,
      this.readout,
    );
    this.element = el(
      'section',
      { class: 'timeline still', 'aria-label': 'Timeline' },
      row,
      // one column of names and one axis of time, for all of them
      el('div', { class: 'tracks' }, this.scale, this.chart, el('div', { class: 'scrub' }, this.slider), this.lanesBox, this.note),
    );
  }

  open(playback: Playback): void {
    this.pause();
    this.playback = playback;
    this.time = 0;
    this.shown = NOTHING_SHOWN;
    this.element.classList.toggle('still', !playback.moves);
    this.redraw();
    this.show(0);
  }

  get isPlaying(): boolean {
    return this.playing !== 0;
  }

  /** Curve, lanes, band, lines and buttons: all of them are of one answer. */
  present(shown: ShownAnswer): void {
    this.shown = shown;
    this.redraw();
  }

  /** Sets the time that is shown; calls nobody. */
  show(time: number): void {
    const { playback } = this;
    if (playback === null) return;
    this.time = time;
    const share = playback.shareAt(time);
    this.slider.value = String(1000 * share);
    const text = timeText(playback, time);
    this.slider.setAttribute('aria-valuetext', text);
    this.readout.textContent = text;
    const x = String(WIDTH * share);
    this.chart.querySelector('.now')?.setAttribute('x1', x);
    this.chart.querySelector('.now')?.setAttribute('x2', x);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    const { playback } = this;
    if (playback === null || !playback.moves || this.isPlaying) return;
    if (playback.shareAt(this.time) >= 1) this.choose(0);
    this.last = performance.now();
    const frame = (now: number) => {
      const passed = (now - this.last) / 1000;
      this.last = now;
      const share = playback.shareAt(this.time) + (Math.max(0, passed) * Number(this.speed.value)) / playback.duration;
      this.playing = requestAnimationFrame(frame);
      this.choose(playback.timeAt(share));
      if (share >= 1) this.pause();
    };
    this.playing = requestAnimationFrame(frame);
    this.playButton.textContent = '❚❚';
    this.playButton.setAttribute('aria-label', 'Pause');
  }

  pause(): void {
    if (this.playing !== 0) cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.playButton.textContent = '▶';
    this.playButton.setAttribute('aria-label', 'Play');
  }

  step(frames: number): void {
    const { playback } = this;
    if (playback === null) return;
    this.pause();
    this.choose(playback.timeAt(playback.shareAt(this.time) + (frames * FRAME) / playback.duration));
  }

  jump(time: number | null): void {
    if (time === null || this.playback === null) return;
    this.pause();
    this.choose(time);
  }

  /** Space, arrows, home and end, wherever no control wants them. */
  onKey(event: KeyboardEvent): boolean {
    const frames = event.shiftKey ? 10 : 1;
    const acts: Readonly<Record<string, () => void>> = {
      ' ': () => this.toggle(),
      ArrowLeft: () => this.step(-frames),
      ArrowRight: () => this.step(frames),
      Home: () => this.jump(0),
      End: () => this.jump(this.playback?.end ?? 0),
      c: () => this.jump(this.shown.contact),
      s: () => this.jump(this.shown.safe),
    };
    const act = acts[event.key];
    if (act === undefined) return false;
    act();
    return true;
  }

  private choose(time: number): void {
    const within = Math.min(this.playback?.end ?? 0, Math.max(0, time));
    this.show(within);
    this.actions.onTime(within);
  }

  private scrubOn(area: Element, event: PointerEvent): void {
    const to = ({ clientX }: PointerEvent) => {
      const { left, width } = area.getBoundingClientRect();
      this.choose(this.playback?.timeAt((clientX - left) / width) ?? 0);
    };
    this.pause();
    area.setPointerCapture(event.pointerId);
    const move = (next: Event) => to(next as PointerEvent);
    area.addEventListener('pointermove', move);
    area.addEventListener('pointerup', () => area.removeEventListener('pointermove', move), { once: true });
    to(event);
  }

  private redraw(): void {
    const { playback } = this;
    if (playback === null) return;
    const { lanes, curve, contact, safe, before } = this.shown;
    const x = (time: number) => WIDTH * playback.shareAt(time);
    const children: SVGElement[] = [];
    for (const { stretches } of lanes)
      for (const { from, to } of stretches)
        children.push(svg('rect', { class: 'after', x: x(from), y: 0, width: Math.max(1, x(to) - x(from)), height: HEIGHT }));
    for (const knot of playback.knots) children.push(line(x(knot), 'waypoint'));
    const most = Math.max(...curve.map(({ distance }) => distance), 0);
    if (curve.length > 1 && most > 0) {
      const points = curve.map(({ time, distance }) => `${x(time).toFixed(2)},${((HEIGHT - 2) * (1 - distance / most) + 1).toFixed(2)}`);
      children.push(svg('polygon', { class: 'area', points: `0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}` }));
      children.push(svg('polyline', { class: 'curve', points: points.join(' ') }));
    }
    if (safe !== null) children.push(line(x(safe), 'safe'));
    if (contact !== null) children.push(line(x(contact), 'mark'));
    children.push(line(x(this.time), 'now'));
    this.chart.replaceChildren(...children);
    const { answer } = this.shown.answered ?? {};
    const leaves = answer?.kind === 'first' && answer.result.initial.some(({ left }) => left !== undefined);
    const without = leaves ? ', without what starts in contact until it is proven apart' : '';
    const texts = [most > 0 ? `Distance of the closest two, up to ${numberText(most, 3)}${without}` : '', before];
    this.note.textContent = texts.filter((text) => text !== '').join('. ');
    this.scale.replaceChildren(...(most > 0 ? [numberText(most, 3), '0'] : []).map((text) => el('span', {}, text)));
    this.element.classList.toggle('before', before !== '');
    this.contactButton.disabled = contact === null;
    this.safeButton.disabled = safe === null;
    this.drawLanes(playback, x);
  }

  private drawLanes(playback: Playback, x: (time: number) => number): void {
    const { lanes } = this.shown;
    const few = lanes.slice(0, MOST_LANES);
    const rows = few.map(({ name, stretches }) => {
      const bars = stretches.map(({ from, to }) =>
        svg('rect', { class: 'bar', x: x(from), y: 3, width: Math.max(3, x(to) - x(from)), height: LANE - 6 }),
      );
      const strip = svg('svg', { viewBox: `0 0 ${WIDTH} ${LANE}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, ...bars);
      strip.addEventListener('pointerdown', (event) => this.scrubOn(strip, event));
      const spans = stretches.map(({ from, to }) => `${timeText(playback, from)} to ${timeText(playback, to)}`).join('; ');
      return el('div', { class: 'lane', title: `${name}: in contact from ${spans}` }, el('span', {}, name), strip);
    });
    const more = lanes.length - few.length;
    this.lanesBox.replaceChildren(...rows, ...(more > 0 ? [el('p', { class: 'note' }, `and ${more} more pairs`)] : []));
  }
}

function line(x: number, name: string): SVGLineElement {
  return svg('line', { class: name, x1: x, x2: x, y1: 0, y2: HEIGHT });
}
