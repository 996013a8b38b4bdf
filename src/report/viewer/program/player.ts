import { blend, type Camera } from './camera.ts';
import type { Scene } from './decode-scene.ts';
import { chosen, isTicked, need } from './page-elements.ts';
import { playedTo, rateAt } from './playback.ts';
import type { Readout } from './readout.ts';
import type { Recorded, Renderer } from './renderer.ts';

interface Flight {
  readonly from: Camera;
  readonly to: Camera;
  readonly begun: number;
}

/** Milliseconds from one view to another. */
const FLIGHT = 450;
const SLOW = 0.2;

/** The time shown and the view of it, drawn anew when one of them changes. */
export class Player {
  renderer: Renderer | null = null;
  readonly camera: Camera;
  private readonly scene: Scene;
  private readonly recorded: Recorded;
  private readonly readout: Readout;
  private now: number;
  private playing = false;
  private playedAt = 0;
  private flight: Flight | null = null;
  private pending = false;

  constructor(scene: Scene, recorded: Recorded, readout: Readout, camera: Camera) {
    this.scene = scene;
    this.recorded = recorded;
    this.readout = readout;
    this.camera = camera;
    this.now = scene.data.shownTime;
  }

  redraw(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => this.draw());
  }

  fly(to: Camera): void {
    this.flight = { from: { ...this.camera }, to, begun: performance.now() };
    this.redraw();
  }

  land(): void {
    this.flight = null;
    this.redraw();
  }

  setTime(t: number): void {
    this.setPlaying(false);
    this.now = Math.max(0, Math.min(this.scene.data.segments, t));
    this.moveSlider();
    this.showTime();
    this.redraw();
  }

  togglePlaying(): void {
    this.setPlaying(!this.playing);
    if (this.playing && this.now >= playedTo(this.scene.data)) this.now = 0;
    this.playedAt = performance.now();
    this.redraw();
  }

  showTime(): void {
    const { now, readout } = this;
    const x = String((now / this.scene.data.segments) * 1000);
    const line = need<SVGLineElement>('now');
    line.setAttribute('x1', x);
    line.setAttribute('x2', x);
    // strips of a proof have a line there too
    document.documentElement.style.setProperty('--now', `${(100 * now) / this.scene.data.segments}%`);
    this.showWarning();
    const time = document.createElement('b');
    time.textContent = readout.writeTime(now);
    const lines = readout.linesAt(now).map(([kind, words]) => {
      const text = document.createElement('span');
      text.className = kind;
      text.textContent = words;
      return text;
    });
    need('now-text').replaceChildren(time, ...lines);
  }

  private showWarning(): void {
    const { session } = this.recorded;
    if (session === null) return;
    const { level, what, more } = session.warningAt(this.now);
    const badge = need('warning');
    badge.className = `warning ${level}`;
    for (const [name, words] of [
      ['b', what],
      ['span', more],
    ]) {
      const part = badge.querySelector(name);
      if (part !== null) part.textContent = words;
    }
  }

  private draw(): void {
    this.pending = false;
    const moment = performance.now();
    if (this.playing) this.advance(moment);
    if (this.flight !== null) this.flyOn(this.flight, moment);
    this.renderer?.draw(this.now, this.camera, {
      ghosts: isTicked('ghosts'),
      glass: isTicked('glass'),
      trace: isTicked('trace'),
      rest: isTicked('rest'),
      open: isTicked('open'),
      ahead: isTicked('ahead'),
      boxes: isTicked('boxes'),
      searched: isTicked('searched'),
      plane: isTicked('plane') ? chosen('proof-pair') : undefined,
    });
    if (this.playing || this.flight !== null) this.redraw();
  }

  private advance(moment: number): void {
    const end = playedTo(this.scene.data);
    this.now += ((moment - this.playedAt) / 1000) * this.rate();
    this.playedAt = moment;
    if (this.now >= end) {
      this.now = end;
      this.setPlaying(false);
    }
    this.moveSlider();
    this.showTime();
  }

  private rate(): number {
    const { session, world } = this.recorded;
    if (session === null && world === null) return rateAt(this.scene.data, this.now);
    return (isTicked('slow') ? SLOW : 1) * (world?.rate ?? 1);
  }

  private flyOn({ from, to, begun }: Flight, moment: number): void {
    const u = Math.min(1, (moment - begun) / FLIGHT);
    Object.assign(this.camera, blend(from, to, u * u * (3 - 2 * u)));
    if (u === 1) this.flight = null;
  }

  private moveSlider(): void {
    need<HTMLInputElement>('time').value = String(this.now);
  }

  private setPlaying(on: boolean): void {
    this.playing = on;
    need('play').textContent = on ? '❚❚' : '▶';
    need('play').setAttribute('aria-label', on ? 'pause' : 'play the motion');
  }
}
