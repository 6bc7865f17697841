/** Composition root. */
if (location.hash === '#/door') {
  const { openDoor } = await import('./door.ts');
  await openDoor();
}
export {};
