import type { WorkCounts } from '../../node/queue/work.ts';

/** A worker in numbers as Prometheus reads them, its text format 0.0.4. */
export function workerMetrics({ active, answered, known, failed, items }: WorkCounts, threads: number, ended: number): string {
  const rows: readonly (readonly [name: string, type: 'counter' | 'gauge', help: string, samples: Readonly<Record<string, number>>])[] = [
    [
      'chunks_total',
      'counter',
      'Chunks taken, by what became of them.',
      { '{outcome="answered"}': answered, '{outcome="known"}': known, '{outcome="failed"}': failed },
    ],
    ['items_total', 'counter', 'Items answered.', { '': items }],
    ['chunks_active', 'gauge', 'Chunks that are worked on.', { '': active }],
    ['threads', 'gauge', 'Threads.', { '': threads }],
    ['threads_ended_total', 'counter', 'Threads that ended by themselves.', { '': ended }],
  ];
  return rows
    .map(([name, type, help, samples]) => {
      const lines = Object.entries(samples).map(([labels, value]) => `inbetween_worker_${name}${labels} ${value}\n`);
      return `# HELP inbetween_worker_${name} ${help}\n# TYPE inbetween_worker_${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}
