import { describe, expect, it } from 'vitest';
import { RedrawThrottle } from './redraw-throttle.ts';

function setUp(cost: number, everyMs = 0) {
  let time = 0;
  let pending: { readonly run: () => void; readonly after: number } | null = null;
  const drawnAt: number[] = [];
  const clock = {
    now: () => time,
    frame: (run: () => void, after: number) => void (pending = { run, after }),
    whenSettled: (callback: () => void) => callback(),
  };
  const throttle = new RedrawThrottle(
    () => {
      drawnAt.push(time);
      time += cost;
    },
    everyMs,
    clock,
  );
  const nextFrame = (): void => {
    const due = pending;
    pending = null;
    time += Math.max(16, due?.after ?? 0);
    due?.run();
  };
  return { throttle, nextFrame, drawnAt };
}

describe('RedrawThrottle', () => {
  it('draws once for all that was requested before the frame', () => {
    const { throttle, nextFrame, drawnAt } = setUp(1);
    for (let n = 0; n < 100; n++) throttle.request();
    expect(drawnAt).toEqual([]);
    nextFrame();
    nextFrame();
    expect(drawnAt).toEqual([16]);
  });

  it('draws at once first, and then at most once per interval', () => {
    const { throttle, nextFrame, drawnAt } = setUp(1, 250);
    for (let n = 0; n < 3; n++) {
      throttle.request();
      nextFrame();
    }
    expect(drawnAt).toEqual([16, 16 + 250, 16 + 500]);
  });

  it('waits after a slow drawing', () => {
    const { throttle, nextFrame, drawnAt } = setUp(50);
    throttle.request();
    nextFrame();
    throttle.request();
    nextFrame();
    expect(drawnAt).toEqual([16, 16 + 50 + 200]);
  });
});
