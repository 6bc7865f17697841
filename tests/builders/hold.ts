/** Closes the gate of a double. Returns the function that opens it. */
export function hold(double: { gate: Promise<void> }): () => void {
  let open = (): void => undefined;
  double.gate = new Promise((resolve) => (open = resolve));
  return open;
}
