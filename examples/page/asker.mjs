// The page's side of the worker: questions as promises, and of many questions only the newest.

export class Asker {
  constructor(worker) {
    this.worker = worker;
    this.waiting = new Map();
    this.last = 0;
    this.wanted = null;
    this.busy = false;
    worker.onmessage = ({ data: { id, answer, error } }) => {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new Error(error));
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Error(message ?? 'the worker could not be loaded'));
      this.waiting.clear();
    };
  }

  /** One question; `transfer` lists buffers that are handed over instead of copied, and are empty here afterwards. */
  ask(question, transfer = []) {
    return new Promise((resolve, reject) => {
      this.last++;
      this.waiting.set(this.last, { resolve, reject });
      this.worker.postMessage({ id: this.last, ...question }, transfer);
    });
  }

  /** For sliders and pointers: while one question is being answered, only the newest of those that came since is kept. */
  async askNewest(question, show) {
    this.wanted = question;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted !== null) {
        const now = this.wanted;
        this.wanted = null;
        show(await this.ask(now), now);
      }
    } finally {
      this.busy = false;
    }
  }
}
