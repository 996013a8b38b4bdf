/** A run in numbers as Prometheus reads them, its text format 0.0.4. */
import { VERDICTS, type VerdictCounts } from '../../../words/job-words.ts';

export interface RunNumbers {
  readonly counts: VerdictCounts;
  /** Undefined: not known. */
  readonly expected: number | undefined;
  /** Seconds of this run and those before it, and those that workers were busy. */
  readonly seconds: number;
  readonly busySeconds: number;
  /** Items that earlier runs did. */
  readonly resumed: number;
  readonly workers: number;
  /** Workers that ended by themselves. */
  readonly ended: number;
  /** Bytes of results. */
  readonly bytes: number;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsText({ counts, expected, seconds, busySeconds, resumed, workers, ended, bytes }: RunNumbers): string {
  const metric = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    samples: readonly (readonly [labels: string, value: number])[],
  ) => [
    `# HELP inbetween_batch_${name} ${help}`,
    `# TYPE inbetween_batch_${name} ${type}`,
    ...samples.map(([labels, value]) => `inbetween_batch_${name}${labels} ${value}`),
  ];
  const one = (value: number): readonly (readonly [string, number])[] => [['', value]];
  return `${[
    ...metric(
      'items_total',
      'counter',
      'Items answered, by verdict.',
      VERDICTS.map((verdict) => [`{verdict="${verdict}"}`, counts[verdict]]),
    ),
    ...(expected === undefined
      ? []
      : metric('items_expected', 'gauge', 'Items of the job, as far as they could be counted.', one(expected))),
    ...metric('items_resumed', 'gauge', 'Items that earlier runs answered.', one(resumed)),
    ...metric('seconds_total', 'counter', 'Seconds that the job has run.', one(seconds)),
    ...metric('busy_seconds_total', 'counter', 'Seconds that workers were busy.', one(busySeconds)),
    ...metric('workers', 'gauge', 'Workers.', one(workers)),
    ...metric('workers_ended_total', 'counter', 'Workers that ended by themselves.', one(ended)),
    ...metric('result_bytes_total', 'counter', 'Bytes of results written.', one(bytes)),
  ].join('\n')}\n`;
}
