/** Why graphics hardware does not do some work; the CPU does it then. */
export type GpuFaultKind = 'absent' | 'lost' | 'memory' | 'limit' | 'wrong' | 'program';

/**
 * Something that the graphics hardware could not do. Never leaves this room: what is asked is then answered by the CPU,
 * and the answer tells `message`.
 */
export class GpuFault extends Error {
  override readonly name = 'GpuFault';
  /** What kind of thing went wrong. */
  readonly kind: GpuFaultKind;

  constructor(kind: GpuFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
