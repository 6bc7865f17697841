import { expect, it } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

/** Returns the number of punctual pings until the frame counts as dead. */
function beatsToDeath(heart: Heartbeat): number {
  for (let beats = 1; beats < 1000; beats++) if (heart.next(0) === 'dead') return beats;
  throw new Error('it never dies');
}

it('gives a frame that starts a minute, and one that has started five seconds', () => {
  const heart = new Heartbeat(false);
  expect(beatsToDeath(heart)).toBe(61);
  heart.answered();
  expect(beatsToDeath(heart)).toBe(61);
  heart.started();
  expect(beatsToDeath(heart)).toBe(6);
});

it('begins anew with every word of the frame', () => {
  const heart = new Heartbeat(false);
  heart.started();
  for (let beat = 0; beat < 20; beat++) {
    expect([heart.next(0), heart.next(0), heart.next(0)]).toEqual(['ping', 'ping', 'ping']);
    heart.answered();
  }
});

it('counts nothing while the page itself is late', () => {
  const heart = new Heartbeat(false);
  heart.started();
  for (let beat = 0; beat < 100; beat++) expect(heart.next(400)).toBe('wait');
  expect(beatsToDeath(heart)).toBe(6);
});

it('waits longer where a death decides the verdict, also after the frame has spoken', () => {
  const heart = new Heartbeat(false);
  heart.started();
  heart.doubt();
  heart.answered();
  expect(beatsToDeath(heart)).toBe(13);
});

it('is not hurried by a doubt while the frame starts, and does not forget it when it has', () => {
  const heart = new Heartbeat(false);
  heart.doubt();
  expect(beatsToDeath(heart)).toBe(61);
  heart.started();
  expect(beatsToDeath(heart)).toBe(13);
});

it('gives a frame whose death the browser would tell a minute at any time', () => {
  const heart = new Heartbeat(true);
  heart.started();
  expect(beatsToDeath(heart)).toBe(61);
  heart.doubt();
  heart.answered();
  expect(beatsToDeath(heart)).toBe(61);
});
