interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

declare const setImmediate: ((callback: () => void) => unknown) | undefined;
declare const MessageChannel: new () => { readonly port1: Port; readonly port2: Port };

/**
 * Lets others have their turn. By a message rather than a timer: pages in the background get one timer a second, and
 * their work is to go on.
 */
export function nextTurn(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
