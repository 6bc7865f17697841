import { expect, it } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

/** Returns the number of punctual pings until the frame is declared dead. */
function beatsToDeath(heart: Heartbeat): number {
  for (let beats = 1; beats < 1000; beats++) if (heart.next(0) === 'dead') return beats;
  throw new Error('it never dies');
}

it('waits a minute for a starting frame, and five seconds for a started one', () => {
  const heart = new Heartbeat(false);
  expect(beatsToDeath(heart)).toBe(61);
  heart.onAnswer();
  expect(beatsToDeath(heart)).toBe(61);
  heart.onStarted();
  expect(beatsToDeath(heart)).toBe(6);
});

it('begins again with every message of the frame', () => {
  const heart = new Heartbeat(false);
  heart.onStarted();
  for (let beat = 0; beat < 20; beat++) {
    expect([heart.next(0), heart.next(0), heart.next(0)]).toEqual(['ping', 'ping', 'ping']);
    heart.onAnswer();
  }
});

it('counts nothing while the page itself is late', () => {
  const heart = new Heartbeat(false);
  heart.onStarted();
  for (let beat = 0; beat < 100; beat++) expect(heart.next(400)).toBe('wait');
  expect(beatsToDeath(heart)).toBe(6);
});

it('waits longer if a death decides the verdict, also after a message of the frame', () => {
  const heart = new Heartbeat(false);
  heart.onStarted();
  heart.becomePatient();
  heart.onAnswer();
  expect(beatsToDeath(heart)).toBe(13);
});

it('keeps the longer limit of a starting frame, and remembers the doubt after the start', () => {
  const heart = new Heartbeat(false);
  heart.becomePatient();
  expect(beatsToDeath(heart)).toBe(61);
  heart.onStarted();
  expect(beatsToDeath(heart)).toBe(13);
});

it('always waits a minute if the browser reports the death of a frame', () => {
  const heart = new Heartbeat(true);
  heart.onStarted();
  expect(beatsToDeath(heart)).toBe(61);
  heart.becomePatient();
  heart.onAnswer();
  expect(beatsToDeath(heart)).toBe(61);
});
