/** Films the page: shows one time after the other, which nobody else is told, and then again what was there before. */
import type { ShownAnswer } from '../ask/shown-answer.ts';
import type { Timeline } from '../panels/timeline.ts';
import type { Placement } from '../stage/parts.ts';
import { RecordingPlayback } from '../stage/recorded.ts';
import type { PathPlayback } from '../stage/showing.ts';
import type { Stage } from '../stage/stage.ts';
import type { FilmHow } from './film.ts';

export interface FilmedPage {
  readonly playback: PathPlayback | RecordingPlayback | null;
  readonly time: number;
  readonly shown: ShownAnswer;
  readonly timeline: Timeline;
  showPlacement(placement: Placement): void;
}

/** `before`: where everything is now, also by hand. */
export async function filmed(page: FilmedPage, stage: Stage, before: Placement, turns: boolean, ...how: FilmHow): Promise<Blob> {
  const { playback } = page;
  if (playback === null) throw new Error('There is nothing to film.');
  const { makeFilm } = await import('./film.ts');
  const place = (placement: Placement, time: number) => {
    // what is opened meanwhile is not to be filmed
    if (page.playback !== playback) throw new Error('Something else was opened.');
    page.showPlacement(placement);
    if (playback instanceof RecordingPlayback) playback.showOn(stage, time);
  };
  const { view } = stage;
  page.timeline.pause();
  try {
    const { contact } = page.shown;
    return await makeFilm({ stage, playback, contact, turns, place: (time) => place(playback.placementAt(time), time) }, ...how);
  } finally {
    if (page.playback === playback) {
      stage.view = view;
      place(before, page.time);
    }
  }
}
