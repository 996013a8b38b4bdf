/** Lets one part wait for another, at most so long. */
export class Signal {
  private waiting: (() => void)[] = [];

  /** Resolves when it is raised, or after so many milliseconds. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  raise(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
