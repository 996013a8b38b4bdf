/** The screen on which a person moves the tool: picture, what is foretold and felt, and what it is moved with. */
import * as THREE from 'three';
import { el, select } from '../panels/dom.ts';
import { readColours } from '../stage/colours.ts';
import { DrawnTool, nearness } from './drawn-tool.ts';
import { Inputs } from './inputs.ts';
import { type OperatedFrame, OperatedTool } from './operated-tool.ts';
import { HARDEST, RidgeTask } from './ridge-task.ts';
import { Room } from './room.ts';
import './teleoperation.css';

/** What tests and the rest of the page may know of it. */
export interface Teleoperation {
  readonly frame: OperatedFrame | null;
  /** Frames a second, over the last second. */
  readonly rate: number;
  /** Milliseconds of the page's own work in a frame, over the last second. */
  readonly work: number;
  /** The task, and what came of it. */
  readonly task: RidgeTask;
  close(): void;
}

const SIZES: readonly number[] = [400, 1600, 16_000];
const USUAL = 1600;
/** Frames a second below which the picture is made coarser, and how coarse at most. */
const SLOW = 25;
const COARSEST = 0.35;
const WORDS: Readonly<Record<OperatedFrame['level'], string>> = {
  clear: 'clear: no contact within a second',
  unknown: 'looking ahead …',
  considered: 'contact ahead',
  reflex: 'contact at once',
  contact: 'in contact',
};
/** Newtons at the end of the bar. */
const BAR_END = 10;
const TASK = `Scrape the ridge, from end to end, without pressing harder than ${HARDEST} N.`;
const HELP =
  'Arrows or A D W S move it level, R and F or PageUp and PageDown lift and lower it, I J K L tilt it; a tap moves it little, Shift slows it down. Drag in the picture to move it level, turn the wheel to lift and lower it. A gamepad works as soon as a button of it is pressed.';

/** Fills an element; the element is emptied when it is closed. */
export function openTeleoperation(place: HTMLElement): Teleoperation {
  return new Screen(place);
}

class Screen implements Teleoperation {
  frame: OperatedFrame | null = null;
  rate = 0;
  work = 0;
  private readonly root: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly readouts: Record<'level' | 'force' | 'depth' | 'rate', HTMLElement>;
  private readonly gauges: Record<'near' | 'press', HTMLElement>;
  private readonly told: HTMLElement;
  private readonly room: Room;
  private readonly inputs: Inputs;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(40, 1, 0.01, 5);
  private readonly watched: ResizeObserver;
  private readonly counted: number[] = [];
  private worked = 0;
  task: RidgeTask = new RidgeTask();
  private tool: OperatedTool;
  private drawn: DrawnTool;
  private last = 0;
  private asked = 0;

  constructor(place: HTMLElement) {
    const { root, canvas, readouts, gauges, told, size, device, again } = elements();
    this.root = root;
    this.gauges = gauges;
    this.told = told;
    this.canvas = canvas;
    this.readouts = readouts;
    place.replaceChildren(root);
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.camera.up.set(0, 0, 1);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.camera.position.set(0.17, -0.42, 0.27);
    this.camera.lookAt(0, 0, 0.035);
    this.room = new Room(readColours(root));
    this.scene.add(this.room.object);
    this.tool = new OperatedTool(USUAL);
    this.drawn = this.begin();
    this.inputs = new Inputs(root);
    this.pointer();
    size.addEventListener('change', () => this.renew(Number(size.value)));
    again.addEventListener('click', () => this.renew(Number(size.value)));
    device.hidden = !this.inputs.hasDevices;
    device.addEventListener('click', () => void this.askForDevice(device));
    this.watched = new ResizeObserver(() => this.fit());
    this.watched.observe(canvas);
    this.fit();
    canvas.focus();
    this.asked = requestAnimationFrame((now) => this.next(now));
  }

  close(): void {
    cancelAnimationFrame(this.asked);
    this.watched.disconnect();
    this.inputs.close();
    this.drawn.dispose();
    this.room.dispose();
    this.renderer.dispose();
    this.root.remove();
  }

  private begin(): DrawnTool {
    const drawn = new DrawnTool(this.tool.tool, this.tool.workpiece);
    this.scene.add(drawn.object);
    return drawn;
  }

  private renew(triangles: number): void {
    this.scene.remove(this.drawn.object);
    this.drawn.dispose();
    this.tool = new OperatedTool(triangles);
    this.task = new RidgeTask();
    this.drawn = this.begin();
    this.canvas.focus();
  }

  private next(now: number): void {
    const begun = performance.now();
    const seconds = this.last === 0 ? 1 / 60 : (now - this.last) / 1000;
    this.last = now;
    this.frame = this.tool.advance(this.inputs.velocity(seconds), seconds);
    this.task.take(this.frame, seconds);
    this.drawn.update(this.frame, this.tool.positions, this.task);
    this.renderer.render(this.scene, this.camera);
    this.tell(this.frame);
    this.count(now, performance.now() - begun);
    this.asked = requestAnimationFrame((later) => this.next(later));
  }

  private tell(frame: OperatedFrame): void {
    const { readouts, gauges, task } = this;
    const { level, timeToContact, force, depth } = frame;
    const newtons = Math.hypot(...force);
    gauges.near.style.width = `${100 * nearness(frame)}%`;
    gauges.press.style.width = `${Math.min(100, (100 * newtons) / BAR_END)}%`;
    gauges.press.classList.toggle('too-hard', newtons > HARDEST);
    set(this.told, task.words);
    this.told.dataset.state = task.result === null ? 'open' : task.result.isPassed ? 'passed' : 'failed';
    const ahead = timeToContact !== null && timeToContact > 0 ? ` in ${timeToContact.toFixed(2)} s` : '';
    set(readouts.level, WORDS[level] + ahead);
    readouts.level.dataset.level = level;
    set(readouts.force, `${newtons.toFixed(1)} N`);
    set(readouts.depth, `${(1000 * depth).toFixed(2)} mm`);
  }

  private count(now: number, milliseconds: number): void {
    this.counted.push(now);
    this.worked += milliseconds;
    if (now - this.counted[0] < 1000) return;
    this.rate = ((this.counted.length - 1) * 1000) / (now - this.counted[0]);
    this.work = this.worked / this.counted.length;
    set(this.readouts.rate, `${this.rate.toFixed(0)} Hz, ${this.work.toFixed(1)} ms`);
    this.counted.length = 0;
    this.worked = 0;
    const ratio = this.renderer.getPixelRatio();
    // a coarser picture in time is better than a fine one too late
    if (this.rate < SLOW && ratio > COARSEST) {
      this.renderer.setPixelRatio(Math.max(COARSEST, 0.7 * ratio));
      this.fit();
    }
  }

  private fit(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
  }

  /** Dragged, the tool goes towards where the pointer is, the faster the farther. */
  private pointer(): void {
    const { canvas, inputs } = this;
    let from: readonly [number, number] | null = null;
    canvas.addEventListener('pointerdown', (event) => {
      from = [event.clientX, event.clientY];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (from === null) return;
      const share = (pixels: number): number => Math.max(-1, Math.min(1, pixels / 100));
      inputs.pull(share(event.clientX - from[0]), share(from[1] - event.clientY), 0);
    });
    const end = (): void => {
      from = null;
      inputs.pull(0, 0, 0);
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    let turned = 0;
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        inputs.pull(0, 0, event.deltaY < 0 ? 1 : -1);
        clearTimeout(turned);
        turned = window.setTimeout(end, 120);
      },
      { passive: false },
    );
  }

  private async askForDevice(button: HTMLButtonElement): Promise<void> {
    try {
      set(button, (await this.inputs.askForDevice()) ?? 'Use a 6-axis device');
    } catch (error) {
      set(button, `No device: ${(error as Error).message}`);
    }
  }
}

function set(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function elements() {
  const canvas = el('canvas', {
    ...{ class: 'teleoperation-picture', 'data-testid': 'teleoperation-picture', tabindex: 0, role: 'application' },
    'aria-label': `Tool and workpiece. ${HELP}`,
  });
  const value = (id: string, more: Readonly<Record<string, string>> = {}): HTMLElement =>
    el('dd', { class: `teleoperation-${id}`, 'data-testid': `teleoperation-${id}`, ...more }, '–');
  const readouts = { level: value('level', { 'aria-live': 'polite' }), force: value('force'), depth: value('depth'), rate: value('rate') };
  const labels = { level: 'Ahead', force: 'Force', depth: 'Depth', rate: 'Rate' } as const;
  const gauges = { near: el('div', { class: 'gauge-near' }), press: el('div', { class: 'gauge-press' }) };
  const gauge = (label: string, bar: HTMLElement, more: readonly HTMLElement[] = []): HTMLElement =>
    el('div', { class: 'gauge', 'aria-hidden': 'true' }, el('span', {}, label), el('div', { class: 'gauge-bar' }, bar, ...more));
  const limit = el('div', { class: 'gauge-limit', title: `${HARDEST} N` });
  limit.style.left = `${(100 * HARDEST) / BAR_END}%`;
  const told = el('p', { class: 'task-words', role: 'status', 'data-testid': 'task' });
  const facts = (Object.keys(labels) as (keyof typeof labels)[]).flatMap((id) => [el('dt', {}, labels[id]), readouts[id]]);
  const choices = SIZES.map((count) => ({ value: String(count), label: `${count.toLocaleString('en')} triangles` }));
  const size = select('Triangles of the workpiece', 'teleoperation-size', choices);
  size.value = String(USUAL);
  const again = el('button', { type: 'button' }, 'Begin again');
  const device = el('button', { type: 'button' }, 'Use a 6-axis device');
  const root = el(
    'section',
    { class: 'teleoperation', 'aria-label': 'A tool moved by hand over a workpiece that yields' },
    el(
      'div',
      { class: 'teleoperation-room' },
      canvas,
      el('div', { class: 'gauges' }, gauge('near', gauges.near), gauge('force', gauges.press, [limit])),
    ),
    el(
      'div',
      { class: 'teleoperation-side' },
      el('div', { class: 'task' }, el('h3', {}, 'Your task'), el('p', {}, TASK), told),
      el('dl', { class: 'teleoperation-facts' }, ...facts),
      ...[size, again, device],
      el('p', {}, HELP),
    ),
  );
  return { root, canvas, readouts, gauges, told, size, device, again };
}
