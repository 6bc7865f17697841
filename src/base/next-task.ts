/**
 * Resolves after all other tasks that wait for this thread. It uses no timer, because browsers delay timers of a
 * hidden page by a second and more.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port would keep Node running.
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
