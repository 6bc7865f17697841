import { expect, it, onTestFinished, vi } from 'vitest';
import { taskYielder } from './task-yielder.ts';

it('lets others have their turn once the thread has been taken for long, and not before', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100);
  onTestFinished(() => clock.mockRestore());
  const order: string[] = [];
  const takeTurns = taskYielder();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => order.push('other');
  port2.postMessage(null);
  await takeTurns();
  order.push('at once');
  clock.mockReturnValue(112);
  await takeTurns();
  order.push('after');
  port1.close();
  expect(order).toEqual(['at once', 'other', 'after']);
});
