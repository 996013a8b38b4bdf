import type { ProofPanel } from './proof-panel.ts';

/** Verifies proofs in a panel that is loaded with the first of them, and put into `root`; fail: hears that it could not. */
export function laterProof(root: HTMLElement, fail: (error: unknown) => void): (name: string, bytes: Uint8Array) => void {
  let panel: Promise<ProofPanel> | null = null;
  const load = async (): Promise<ProofPanel> => {
    const made = new (await import('./proof-panel.ts')).ProofPanel();
    root.append(made.element);
    return made;
  };
  return (name, bytes) => {
    panel ??= load();
    panel.then(
      (loaded) => loaded.verify(name, bytes),
      (error: unknown) => {
        panel = null;
        fail(error);
      },
    );
  };
}
