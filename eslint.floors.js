/**
 * The floor plan, as lint rules: a room may import itself and any lower floor, never up, never a
 * neighbour. Types count as imports. ARCHITECTURE.md explains it; this array decides.
 */
const floors = [
  ['base'],
  ['domain'],
  ['judge', 'models', 'datasets', 'lab', 'storage'],
  ['runs', 'sandbox'],
  ['kit'],
  ['common'],
  ['pages'],
  ['app'],
];
const rooms = floors.flat();
/** The first floor that knows Svelte. */
const svelteFrom = 'kit';
/** Rooms that choose what stands behind a port; everybody else takes the port as an argument. */
const choosers = ['app', 'node'];
/** Code that runs in Node, and may import node:*. */
const onNode = ['node', 'sandbox/build'];
/**
 * Lower rooms that are closed all the same: what is stored reaches components by the state, and what runs
 * programs reaches both by the port (src/judge/runner.ts).
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const barred = {
  kit: ['storage', 'sandbox'],
  common: ['storage', 'sandbox'],
  pages: ['storage', 'sandbox'],
};
/** Rooms whose states may import what is stored: files of the folders `state`, and classes with runes. */
const withState = ['common', 'pages'];

/** @typedef {{ regex: string, message: string }} Wall */

/** @param {string} room */
const floorOf = (room) => floors.findIndex((floor) => floor.includes(room));
/** @param {string} room */
const above = (room) => rooms.filter((other) => floorOf(other) > floorOf(room));
/** @param {string} room */
const beside = (room) => (floors[floorOf(room)] ?? []).filter((other) => other !== room);

const testFiles = ['**/*.test.ts'];

/**
 * Two blocks for each room, one for its code and one for its tests, and the same for the two doors.
 * @returns {import('eslint').Linter.Config[]}
 */
export function floorBlocks() {
  const doors = {
    node: { closed: ['kit', 'common', 'pages', 'app'], base: 'src/node' },
    workers: { closed: [...above('sandbox'), ...beside('sandbox'), 'node'], base: 'workers' },
  };
  const inside = Object.fromEntries(
    rooms.map((room) => {
      const closed = [...above(room), ...beside(room), ...(barred[room] ?? []), 'node'];
      return [room, { closed, base: `src/${room}` }];
    }),
  );
  const states = Object.fromEntries(
    withState.map((room) => {
      const closed = (inside[room]?.closed ?? []).filter((it) => it !== 'storage');
      return [`${room}/state`, { closed, base: `src/${room}/*/state` }];
    }),
  );
  // Code of the build inside the sandbox: it comes after the room it lies in, whose rules it replaces.
  const steps = {
    'sandbox/build': {
      closed: [...above('sandbox'), ...beside('sandbox'), 'node'],
      base: 'src/sandbox/build',
    },
  };
  return Object.entries({ ...inside, ...states, ...steps, ...doors }).flatMap(([room, { closed, base }]) => {
    const walls = [roomWall(room, closed)];
    if (!choosers.includes(room) && room !== 'workers') walls.push(adapterWall(room));
    if (room !== 'node' && room !== 'sandbox/build') walls.push(stepWall(room));
    if (
      room === 'node' ||
      room === 'workers' ||
      room === 'sandbox/build' ||
      floorOf(room.replace('/state', '')) < floorOf(svelteFrom)
    )
      walls.push(svelteWall(room));
    const files = [`${base}/**/*.{ts,mjs,svelte}`];
    if (room === 'common/state' || room === 'pages/state')
      files.push(`src/${room.replace('/state', '')}/**/*.svelte.{ts,mjs,svelte}`);
    return [
      { files, ignores: testFiles, ...rules(onNode.includes(room) ? walls : [...walls, nodeWall(room)]) },
      { files: files.map((pattern) => pattern.replace('{ts,mjs,svelte}', 'test.ts')), ...rules(walls) },
    ];
  });
}

/**
 * @param {string} room
 * @param {string[]} closed
 * @returns {Wall}
 */
function roomWall(room, closed) {
  return {
    // Up out of one's own room, then straight into a closed one.
    regex: `^(\\.\\./)+(src/)?(${closed.join('|')})(/|$)`,
    message: `${room} may not import this room (ARCHITECTURE.md, floor plan).`,
  };
}

/**
 * @param {string} room
 * @returns {Wall}
 */
function adapterWall(room) {
  return {
    regex: `^(\\.\\./)+(src/)?(${rooms.filter((other) => other !== room).join('|')})/(.+/)?hosts/`,
    message: `${room} sees ports only; app and node name what stands behind them (ARCHITECTURE.md, floor plan).`,
  };
}

/**
 * Steps of the build read Pyodide's files, and must not come into what a browser loads.
 * @param {string} room
 * @returns {Wall}
 */
function stepWall(room) {
  const folder = room === 'sandbox' ? '((src/)?sandbox/)?build/' : '(src/)?sandbox/build/';
  return {
    regex: `^(\\.\\.?/)+${folder}`,
    message: `${room} may not import steps of the build; only src/node does (ARCHITECTURE.md, floor plan).`,
  };
}

/**
 * @param {string} room
 * @returns {Wall}
 */
function svelteWall(room) {
  return {
    regex: '^svelte($|/)|\\.svelte(\\.ts)?$',
    message: `${room} lies below the first floor that knows Svelte (ARCHITECTURE.md, floor plan).`,
  };
}

/**
 * @param {string} room
 * @returns {Wall}
 */
function nodeWall(room) {
  return {
    regex: '^node:',
    message: `${room} runs in a browser; only src/node, src/sandbox/build and tests may import node:* (ARCHITECTURE.md, floor plan).`,
  };
}

/**
 * The same walls for `import … from`, for `import(…)`, in types too, and for `new URL(…, import.meta.url)`.
 * @param {Wall[]} walls
 * @returns {{ rules: import('eslint').Linter.RulesRecord }}
 */
function rules(walls) {
  return {
    rules: {
      'no-restricted-imports': ['error', { patterns: walls }],
      'no-restricted-syntax': [
        'error',
        ...walls.flatMap(({ regex, message }) => {
          const literal = `[value=/${regex.replaceAll('/', '\\u002F')}/]`;
          return [
            { selector: `ImportExpression > Literal${literal}`, message },
            { selector: `TSImportType Literal${literal}`, message },
            { selector: `NewExpression[callee.name="URL"] > Literal${literal}`, message },
          ];
        }),
      ],
    },
  };
}
