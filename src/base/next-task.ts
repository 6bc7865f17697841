/**
 * Resolves when whatever else waits for this thread has had its turn. No timer: browsers hold those of a hidden page
 * back for a second and more.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port would keep Node from ending.
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
