/**
 * How good are forecasts against what truly came? A loop of a fixed rate takes the samples that have come in and predicts, as an application
 * would; every prediction is held against the true time of contact. A miss says nothing although contact comes well within the horizon,
 * a false alarm announces one that does not come until well after it.
 */
import type { ContactForecast } from '../../src/forecast/forecast.ts';

export interface ForecastTrial<Sample> {
  readonly samples: readonly Sample[];
  /** Seconds of the samples' clock, null where there is none until `end`. */
  readonly contactTime: number | null;
  /** Until when the truth is known. */
  readonly end: number;
}

export interface ForecastScore {
  readonly predictions: number;
  /** Predictions less than horizon − margin before contact, and those of them that announced nothing. */
  readonly due: number;
  readonly missed: number;
  /** The same within the reflex interval. */
  readonly reflexDue: number;
  readonly reflexMissed: number;
  /** Predictions more than horizon + margin before contact, and those of them that announced one. */
  readonly idle: number;
  readonly falseAlarms: number;
  /** Of each trial with a contact: seconds before it from which on all predictions announced it. */
  readonly leads: readonly number[];
  /** Announced minus true time to contact, where both are within the horizon. */
  readonly timing: readonly number[];
}

export interface ScoreOptions {
  /** Predictions a second. Default 60. */
  readonly rate?: number;
  /** Seconds by which contact may come sooner or later than the horizon and still be neither due nor idle. Default 0.1. */
  readonly margin?: number;
  /** Announcements of less confidence do not count as such. Default 0. */
  readonly leastConfidence?: number;
}

export function scoreForecast<Sample extends { readonly time: number }, State>(
  trials: readonly ForecastTrial<Sample>[],
  start: () => ContactForecast<Sample, State>,
  { rate = 60, margin = 0.1, leastConfidence = 0 }: ScoreOptions = {},
): ForecastScore {
  const score = { predictions: 0, due: 0, missed: 0, reflexDue: 0, reflexMissed: 0, idle: 0, falseAlarms: 0 };
  const leads: number[] = [];
  const timing: number[] = [];
  for (const { samples, contactTime, end } of trials) {
    const forecast = start();
    const { horizon, reflex } = forecast;
    // Without a contact nobody knows what comes after the end.
    const last = contactTime ?? end - horizon - margin;
    let announcedSince: number | null = null;
    let next = 0;
    for (let now = samples[0].time; now < last; now += 1 / rate) {
      for (; next < samples.length && samples[next].time <= now; next++) forecast.stream.add(samples[next]);
      const left = contactTime === null ? Infinity : contactTime - now;
      const { timeToContact, confidence } = forecast.predict(now, Infinity);
      const silent = timeToContact === null || confidence < leastConfidence ? 1 : 0;
      score.predictions++;
      announcedSince = silent ? null : (announcedSince ?? now);
      if (left < horizon - margin) {
        score.due++;
        score.missed += silent;
      }
      if (left <= reflex) {
        score.reflexDue++;
        score.reflexMissed += silent;
      }
      if (left > horizon + margin) {
        score.idle++;
        score.falseAlarms += 1 - silent;
      }
      if (left <= horizon && timeToContact !== null) timing.push(timeToContact - left);
    }
    if (contactTime !== null) leads.push(announcedSince === null ? 0 : contactTime - announcedSince);
  }
  return { ...score, leads, timing };
}

/** When `touching` is first true, looked for every millisecond and bisected; null where it is not until `end`. */
export function trueContactTime(touching: (time: number) => boolean, end: number): number | null {
  for (let i = 0; i <= end * 1000; i++) {
    if (!touching(i / 1000)) continue;
    let [before, after] = [Math.max(0, i - 1) / 1000, i / 1000];
    for (let k = 0; k < 20; k++) {
      const middle = (before + after) / 2;
      if (touching(middle)) after = middle;
      else before = middle;
    }
    return after;
  }
  return null;
}
