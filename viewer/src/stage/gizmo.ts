/** The handle on a link, body or obstacle: arrows and rings that are dragged. */
import { Object3D } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { PlacedPose } from './parts.ts';
import type { Stage } from './stage.ts';

export class Gizmo {
  onDrag: (pose: PlacedPose) => void = () => {};
  onRelease: () => void = () => {};
  isDragging = false;
  private readonly controls: TransformControls;
  private readonly handle: Object3D = new Object3D();
  private readonly helper: Object3D;
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
    this.controls = new TransformControls(stage.camera, stage.canvas);
    this.controls.setSize(0.8);
    this.helper = this.controls.getHelper();
    this.controls.addEventListener('change', () => stage.draw());
    this.controls.addEventListener('dragging-changed', ({ value }) => {
      this.isDragging = value === true;
      stage.controls.enabled = !this.isDragging;
      if (!this.isDragging) this.onRelease();
    });
    this.controls.addEventListener('objectChange', () => {
      const { position, quaternion } = this.handle;
      const { x, y, z, w } = quaternion.normalize();
      this.onDrag({ position: [position.x, position.y, position.z], quaternion: [x, y, z, w] });
    });
  }

  show(pose: PlacedPose): void {
    this.handle.position.set(...pose.position);
    this.handle.quaternion.set(...pose.quaternion);
    this.handle.updateMatrixWorld();
    if (this.controls.object === this.handle) {
      this.stage.draw();
      return;
    }
    this.stage.add(this.handle, this.helper);
    this.controls.attach(this.handle);
    this.stage.draw();
  }

  hide(): void {
    if (this.controls.object !== this.handle) return;
    this.controls.detach();
    this.stage.remove(this.handle, this.helper);
    this.stage.draw();
  }

  turns(on: boolean): void {
    this.controls.setMode(on ? 'rotate' : 'translate');
    this.controls.setSpace(on ? 'local' : 'world');
  }
}
